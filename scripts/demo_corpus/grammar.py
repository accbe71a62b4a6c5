"""Agreement, articles and measure words: how the words of the lexicon become phrases in both languages."""

from typing import NamedTuple

from demo_corpus import lexicon as lex


class Phrase(NamedTuple):
    en: str
    zh: str


_BE = {"I": "am", "you": "are", "he": "is", "they": "are"}
_BE_NOT = {"I": "am not", "you": "aren't", "he": "isn't", "they": "aren't"}


def be(person):
    return _BE[person.agreement]


def be_not(person):
    return _BE_NOT[person.agreement]


def was(person):
    return "was" if person.agreement in ("I", "he") else "were"


def by_number(person, plural, third):
    """Picks between the two present forms of a verb: "do" or "does", "want" or "wants"."""
    return third if person.agreement == "he" else plural


def do(person):
    return by_number(person, "do", "does")


def do_not(person):
    return by_number(person, "don't", "doesn't")


def have(person):
    return by_number(person, "have", "has")


def present(person, action):
    return by_number(person, action.verb.base, action.verb.third) + action.rest


def base(action):
    return action.verb.base + action.rest


def past(action):
    return action.verb.past + action.rest


def ing(action):
    return action.verb.ing + action.rest


def person(choice, ages=lex.AGES["all"], without=()):
    """Someone to tell about: of one of the ages, with none of the pronouns `without`, never "you"; often a pronoun."""
    people = [p for p in lex.PEOPLE if p.age in ages and p.pronoun != "you" and p.pronoun not in without]
    return choice.pick([p for p in people if p.kind == "pronoun"] if choice.chance(0.3) else people)


def asked(choice, ages=lex.AGES["all"]):
    """Someone a question can be about, often "you"."""
    return lex.PERSON["you"] if choice.chance(0.2) else person(choice, ages, without=("I", "we"))


def named(choice, ages=lex.AGES["all"], without=()):
    """One person who isn't a pronoun: a name, a relative or a role."""
    return choice.pick([
        p for p in lex.PEOPLE
        if p.kind != "pronoun" and p.agreement == "he" and p.age in ages and p not in without
    ])


def companion(choice, subject, ages=lex.AGES["all"]):
    """Someone for "with" or "to": never the subject again, and "his wife" only after "he"."""
    same = ("I", "we") if subject.pronoun in ("I", "we") else (subject.pronoun,)
    return choice.pick([
        p for p in lex.PEOPLE if p.age in ages and p != subject and not (p.kind == "pronoun" and p.pronoun in same)
        and _belongs(p, subject)
    ])


def _belongs(other, subject):
    owner = other.en.split()[0]
    return owner not in ("his", "her") or owner == subject.possessive


def action(choice, ages, test=lambda a: True):
    """An action people of one age do."""
    return choice.pick([a for a in lex.ACTIONS if ages in a.ages and test(a)])


def article(words):
    return ("an " if words[0] in "aeiou" and not words.startswith("useful") else "a ") + words


def time_for(choice, act, times):
    """One of the times that suit an action."""
    return choice.pick([time for time in times if _suits(act, time[0])])


def _suits(act, time):
    what = base(act)
    if what in ("cook", "eat noodles", "eat dumplings"):
        return time != "after dinner"
    if what == "fly kites":
        return not any(word in time for word in ("night", "evening", "dinner"))
    if what in ("buy clothes", "watch movies"):
        return time not in ("every day", "every morning", "every afternoon", "after dinner")
    return True


def now(place):
    """What stands before a verb that is going on: 正在 is followed by the place without a second 在."""
    return "正" + place.zh if place.zh else "正在"


def done_so(act):
    """What stands before "well": 篮球打得, but 游泳游得 where the verb is one word."""
    return (act.zh if len(act.zh_rest) == 1 else act.zh_rest) + act.zh_verb + "得"


def place_of(choice, act):
    """One of an action's places, ready to be put after the verb and before it."""
    place = lex.PLACES[choice.pick(act.places)]
    return Phrase(" " + place.at, "在" + place.zh_at)


def maybe_place(choice, act, chance=0.6):
    return place_of(choice, act) if act.places and choice.chance(chance) else Phrase("", "")


def _attribute(choice, noun, chance):
    """An adjective with its space, or nothing."""
    if not noun.attributes or not choice.chance(chance):
        return Phrase("", "")
    word = choice.pick(noun.attributes)
    return Phrase(word + " ", lex.ATTRIBUTE[word])


def a(choice, noun, chance=0.6):
    """"a red coat", "a pair of black shoes"."""
    adjective = _attribute(choice, noun, chance)
    unit = "pair of " if noun.kind == "pair" else ""
    return Phrase(article(unit + adjective.en + noun.en), "一" + noun.measure + adjective.zh + noun.zh)


def several(choice, noun, chance=0.3):
    """"three red apples", "two pairs of gloves"."""
    number_en, number_zh = choice.pick(lex.NUMBERS[:2] if noun.kind in lex.FEW_AT_A_TIME else lex.NUMBERS)
    adjective = _attribute(choice, noun, chance)
    thing = "pairs of " + adjective.en + noun.en if noun.kind == "pair" else adjective.en + noun.plural
    return Phrase(number_en + " " + thing, number_zh + noun.measure + adjective.zh + noun.zh)


def some_number(choice, noun):
    """A noun phrase that is new in the story: one thing, or several."""
    return several(choice, noun) if choice.chance(0.35) else a(choice, noun)


def pointed(choice, noun):
    """"this coat", "that coat"."""
    en, zh = choice.pick((("this", "这"), ("that", "那")))
    return Phrase(en + " " + noun.en, zh + noun.measure + noun.zh)


def own(owner, noun):
    """"his coat"."""
    return Phrase(owner.possessive + " " + noun.en, owner.zh_possessive + noun.zh)


def one_serving(choice, verb):
    """"a cup of tea"."""
    item = choice.pick([s for s in lex.SERVINGS if s.verb == verb])
    return Phrase(f"a {item.unit} {item.en}", f"一{item.measure}{item.zh}")


def serving(choice, verb, without=()):
    """"a cup of tea", "two bowls of rice"."""
    item = choice.pick([s for s in lex.SERVINGS if s.verb == verb and s.en not in without])
    if choice.chance(0.6):
        return Phrase(f"a {item.unit} {item.en}", f"一{item.measure}{item.zh}")
    number, zh_number = choice.pick(lex.NUMBERS[:2])
    return Phrase(f"{number} {item.units} {item.en}", f"{zh_number}{item.measure}{item.zh}")
