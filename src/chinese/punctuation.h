// The width of punctuation in Chinese text.
//
// Full-width and ASCII marks stand side by side in real corpora. Three policies:
//
// kKeep: nothing changes.
//
// kFull: , . ? ! : ; ( ) and straight quotes next to a Han character become ，。？！：；（） and “ ” ‘ ’, and three or
// more full stops become ……. "Next to" reaches over blanks and over other such marks; a bracket or quote counts with
// its partner, on their inner and outer sides. The blanks on both sides of a mark that was changed go.
//   - A full stop needs the Han character before it, and no letter, digit, "_", "/" or "-" directly behind it, as in
//     文件.txt. Behind a Chinese numeral at the line's beginning it numbers a list (一.) and stays.
//   - Between digits (3.14, 12:30, 1,000), as "::", ":=", "!=", "?=", "//" or a smiley with a bracket nothing changes,
//     nor where a mark with a blank before it begins a Latin word (:option), nor inside of addresses, code and markup
//     (protected_spans.h).
//   - Brackets directly behind a Latin letter, a digit, "_", "$" or "%", as in f(x), change only for a Han character
//     inside of them.
//   - Quotes that don't pair up in the line stay all, and so does a bracket without partner.
//   - A mark with Latin text on both sides stays, even in a Chinese sentence: "Python, C++". So does the end of a line
//     behind a Latin word.
//
// kAscii: ，。．｡？！：；（） and curly or full-width quotes become , . ? ! : ; ( ) " ', and … or …… becomes "...". No
// blanks are added. Addresses, code and markup are left alone.
//
// Neither touches full-width letters and digits, nor a mark without counterpart, such as 、 《 》 「 」 — ·. Chinese
// has two commas: an ASCII comma becomes ， also where 、 (between the items of a list) would be right, since no rule
// can tell.
//
// Idempotent. ASCII text stays as it is, and kFull changes no text without Han characters and CJK marks; in changed
// text, bytes that are not UTF-8 become U+FFFD. No line break is ever made or removed. A line at a time: quotes pair up
// within the text given.
#pragma once

#include <string>

#include "config/config.h"

namespace tfm {

std::string apply_punctuation(Punctuation policy, std::string line);

}  // namespace tfm
