"""Where things are and who has them."""

from demo_corpus import grammar as g
from demo_corpus import lexicon as lex
from demo_corpus.grammar import Phrase
from demo_corpus.templates.common import template


def _found_there(choice, test=lambda noun: True):
    """A spot and a noun that may be there."""
    places = [(spot, zh_spot, noun) for spot, zh_spot, kinds in lex.SPOTS for noun in lex.COUNTED
              if test(noun) and {noun.kind, noun.en} & set(kinds.split(", "))]
    return choice.pick(places)


@template
def there_is(choice):
    spot, zh_spot, noun = _found_there(choice)
    thing = g.some_number(choice, noun)
    verb = "is" if thing.en.startswith(("a ", "an ")) else "are"
    return Phrase(f"there {verb} {thing.en} {spot}.", f"{zh_spot}有{thing.zh}。")


@template
def is_there(choice):
    spot, zh_spot, noun = _found_there(choice)
    return choice.pick((
        Phrase(f"are there any {noun.plural} {spot}?", f"{zh_spot}有{noun.zh}吗？"),
        Phrase(f"there aren't any {noun.plural} {spot}.", f"{zh_spot}没有{noun.zh}。"),
        Phrase(f"how many {noun.plural} are there {spot}?", f"{zh_spot}有几{noun.measure}{noun.zh}？"),
    ))


@template
def whose_is_where(choice):
    spot, zh_spot, noun = _found_there(choice, lambda n: n.kind not in ("plant", "fish", "egg"))
    owner = choice.pick([p for p in lex.PEOPLE if p.kind in ("pronoun", "name")])
    whose = owner.possessive if owner.kind == "pronoun" else owner.en + "'s"
    be, zh_be = choice.pick((("is", "在"), ("isn't", "不在")))
    return Phrase(f"{whose} {noun.en} {be} {spot}.", f"{owner.zh}的{noun.zh}{zh_be}{zh_spot}。")


@template
def has(choice):
    who = g.person(choice)
    noun = choice.pick([n for n in lex.COUNTED if n.kind not in ("beast", "plant", "fish", "egg", "picture")])
    thing = g.some_number(choice, noun)
    return choice.pick((
        Phrase(f"{who.en} {g.have(who)} {thing.en}.", f"{who.zh}有{thing.zh}。"),
        Phrase(f"{who.en} {g.do_not(who)} have {g.article(noun.en)}.", f"{who.zh}没有{noun.zh}。"),
    ))


@template
def relatives(choice):
    who = choice.pick([p for p in lex.PEOPLE if p.agreement in ("I", "he") and p.kind in ("pronoun", "name")])
    kin = (("older brother", "哥哥"), ("younger brother", "弟弟"), ("older sister", "姐姐"), ("younger sister", "妹妹"))
    first, zh_first = choice.pick(kin)
    second, zh_second = choice.pick([k for k in kin if k[0] != first])
    number, zh_number = choice.pick((("one", "一"), ("two", "两"), ("three", "三")))
    other, zh_other = choice.pick((("one", "一"), ("two", "两"), ("three", "三")))
    return Phrase(f"{who.en} {g.have(who)} {number} {first}{'' if number == 'one' else 's'} and {other} {second}"
                  f"{'' if other == 'one' else 's'}.", f"{who.zh}有{zh_number}个{zh_first}和{zh_other}个{zh_second}。")


@template
def in_the_kitchen(choice):
    food = choice.pick(lex.SERVINGS)
    spot, zh_spot = choice.pick((("in the fridge", "冰箱里"), ("on the table", "桌子上"), ("in the kitchen", "厨房里")))
    be = "are" if food.en.endswith("s") else "is"
    return choice.pick((
        Phrase(f"there {be} some {food.en} {spot}.", f"{zh_spot}有一些{food.zh}。"),
        Phrase(f"there {be} no {food.en} {spot}.", f"{zh_spot}没有{food.zh}。"),
        Phrase(f"{be} there any {food.en} {spot}?", f"{zh_spot}有{food.zh}吗？"),
    ))


@template
def thing_is_where(choice):
    spot, zh_spot, noun = _found_there(choice, lambda n: n.kind not in ("picture", "plant"))
    return choice.pick((
        Phrase(f"the {noun.en} is {spot}.", f"{noun.zh}在{zh_spot}。"),
        Phrase(f"is the {noun.en} {spot}?", f"{noun.zh}在{zh_spot}吗？"),
        Phrase(f"the {noun.plural} aren't {spot}.", f"那些{noun.zh}不在{zh_spot}。"),
    ))
