#include "text/abbreviations.h"

#include <algorithm>
#include <array>

namespace tfm {
namespace {

using namespace std::string_view_literals;

// Before a name or within a sentence. Not "etc", "Inc" and the like: what follows in upper case is a new sentence as
// often as not.
constexpr std::array kWithinASentence{
    "Adm"sv,  "Apr"sv,  "Aug"sv,  "Ave"sv, "Brig"sv,   "Bros"sv, "Capt"sv, "Cmdr"sv, "Col"sv, "Cpl"sv,  "Dec"sv,
    "Dr"sv,   "Drs"sv,  "Feb"sv,  "Ft"sv,  "Gen"sv,    "Gov"sv,  "Hon"sv,  "Jan"sv,  "Jr"sv,  "Jul"sv,  "Jun"sv,
    "Lt"sv,   "Maj"sv,  "Mar"sv,  "Mme"sv, "Mr"sv,     "Mrs"sv,  "Ms"sv,   "Msgr"sv, "Mt"sv,  "Nov"sv,  "Oct"sv,
    "Pres"sv, "Prof"sv, "Pvt"sv,  "Rep"sv, "Reps"sv,   "Rev"sv,  "Sen"sv,  "Sens"sv, "Sep"sv, "Sept"sv, "Sgt"sv,
    "Sr"sv,   "St"sv,   "Supt"sv, "al"sv,  "approx"sv, "ca"sv,   "cf"sv,   "dept"sv, "esp"sv, "est"sv,  "vs"sv};
constexpr std::array kBeforeANumber{"Art"sv, "Ch"sv,  "Eq"sv, "Fig"sv, "Figs"sv, "No"sv,   "Nos"sv,
                                    "Sec"sv, "Vol"sv, "ch"sv, "eq"sv,  "fig"sv,  "figs"sv, "no"sv,
                                    "nos"sv, "p"sv,   "pp"sv, "sec"sv, "vol"sv};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_initial(std::string_view word) { return word.size() == 1 && word[0] >= 'A' && word[0] <= 'Z'; }

// One or two letters between the full stops: "U.S", "Ph.D", but not "example.com".
bool is_dotted_name(std::string_view word) {
  if (word.find('.') == std::string_view::npos) return false;
  size_t letters = 0;
  for (const char c : word) {
    if (c == '.' ? letters == 0 : !is_letter(c) || letters == 2) return false;
    letters = c == '.' ? 0 : letters + 1;
  }
  return letters > 0;
}

}  // namespace

bool is_abbreviation(std::string_view word, bool before_number) {
  return is_initial(word) || is_dotted_name(word) ||
         std::ranges::find(kWithinASentence, word) != kWithinASentence.end() ||
         (before_number && std::ranges::find(kBeforeANumber, word) != kBeforeANumber.end());
}

}  // namespace tfm
