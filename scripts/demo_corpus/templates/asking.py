"""Questions about people and their things."""

from demo_corpus import grammar as g
from demo_corpus import lexicon as lex
from demo_corpus.grammar import Phrase
from demo_corpus.templates.common import has_place, someone_asked, template


@template
def is_it_going_on(choice):
    who, act = someone_asked(choice)
    place = g.maybe_place(choice, act, 0.5)
    return Phrase(f"{g.be(who)} {who.en} {g.ing(act)}{place.en}?",
                  f"{who.zh}{g.now(place)}{act.zh}吗？")


@template
def does_one_often(choice):
    who, act = someone_asked(choice)
    place = g.maybe_place(choice, act, 0.5)
    return Phrase(f"{g.do(who)} {who.en} often {g.base(act)}{place.en}?", f"{who.zh}经常{place.zh}{act.zh}吗？")


@template
def does_one_like(choice):
    who, act = someone_asked(choice)
    return choice.pick((
        Phrase(f"{g.do(who)} {who.en} like {g.ing(act)}?", f"{who.zh}喜欢{act.zh}吗？"),
        Phrase(f"why {g.do(who)} {who.en} like {g.ing(act)}?", f"{who.zh}为什么喜欢{act.zh}？"),
    ))


@template
def did_one(choice):
    who, act = someone_asked(choice)
    time, zh_time = g.time_for(choice, act, lex.RECENT_DAYS)
    return Phrase(f"did {who.en} {g.base(act)} {time}?", f"{who.zh}{zh_time}{act.zh}了吗？")


@template
def has_one_finished(choice):
    who = g.asked(choice)
    thing = g.pointed(choice, choice.pick(lex.READABLES))
    verb, zh_verb, end = choice.pick((("read", "看过", "吗"), ("finished", "看完", "了吗"), ("bought", "买", "了吗"),
                                      ("found", "找到", "了吗")))
    return Phrase(f"{g.have(who)} {who.en} {verb} {thing.en}?", f"{who.zh}{zh_verb}{thing.zh}{end}？")


@template
def will_one(choice):
    who, act = someone_asked(choice, has_place)
    place = g.place_of(choice, act)
    time, zh_time = g.time_for(choice, act, lex.FUTURE_DAYS)
    return Phrase(f"will {who.en} {g.base(act)}{place.en} {time}?", f"{who.zh}{zh_time}会{place.zh}{act.zh}吗？")


@template
def can_one(choice):
    who, act = someone_asked(choice, lambda a: a.skill)
    return Phrase(f"can {who.en} {g.base(act)}?", f"{who.zh}会{act.zh}吗？")


@template
def what_did_one_buy(choice):
    who = g.asked(choice)
    place = lex.PLACES[choice.pick(("market", "supermarket", "bookstore", "mall"))]
    past, zh_past = choice.pick(lex.SHOPPING_TIMES)
    future, zh_future = choice.pick(lex.FUTURE_DAYS)
    return choice.pick((
        Phrase(f"what did {who.en} buy {place.at} {past}?", f"{who.zh}{zh_past}在{place.zh_at}买了什么？"),
        Phrase(f"what {g.do(who)} {who.en} want to buy {place.at} {future}?",
               f"{who.zh}{zh_future}想在{place.zh_at}买什么？"),
    ))


@template
def what_is_one_doing(choice):
    who = g.asked(choice)
    place = lex.PLACES[choice.pick(("home", "school", "library", "park", "kitchen", "garden", "bedroom", "classroom",
                                    "office", "living room", "playground"))]
    return Phrase(f"what {g.be(who)} {who.en} doing {place.at}?", f"{who.zh}在{place.zh_at}做什么？")


@template
def where_does_one(choice):
    who, act = someone_asked(choice, has_place)
    often, zh_often = choice.pick((("usually", "通常"), ("often", "经常")))
    return Phrase(f"where {g.do(who)} {who.en} {often} {g.base(act)}?", f"{who.zh}{zh_often}在哪里{act.zh}？")


@template
def when_does_one(choice):
    who, act = someone_asked(choice)
    return Phrase(f"when {g.do(who)} {who.en} usually {g.base(act)}?", f"{who.zh}通常什么时候{act.zh}？")


@template
def where_did_one_buy(choice):
    who = g.asked(choice)
    thing = g.pointed(choice, choice.pick(lex.COUNTED_GOODS))
    return Phrase(f"where did {who.en} buy {thing.en}?", f"{who.zh}在哪里买的{thing.zh}？")


@template
def how_many(choice):
    who = g.asked(choice)
    noun = choice.pick(lex.COUNTED_GOODS)
    return choice.pick((
        Phrase(f"how many {noun.plural} did {who.en} buy?", f"{who.zh}买了几{noun.measure}{noun.zh}？"),
        Phrase(f"how many {noun.plural} {g.do(who)} {who.en} have?", f"{who.zh}有几{noun.measure}{noun.zh}？"),
    ))


@template
def who_is(choice):
    act = choice.pick([a for a in lex.ACTIONS if a.places])
    place = g.place_of(choice, act)
    return choice.pick((
        Phrase(f"who is {g.ing(act)}{place.en}?", f"谁{g.now(place)}{act.zh}？"),
        Phrase(f"who likes {g.ing(act)}{place.en}?", f"谁喜欢{place.zh}{act.zh}？"),
    ))


@template
def about_this(choice):
    noun = choice.pick(lex.COUNTED_GOODS)
    thing = g.pointed(choice, noun)
    return choice.pick((
        Phrase(f"how much is {thing.en}?", f"{thing.zh}多少钱？"),
        Phrase(f"whose {noun.en} is {thing.en.split()[0]}?", f"{thing.zh[0]}是谁的{noun.zh}？"),
        Phrase(f"do you want to buy {thing.en}?", f"你想买{thing.zh}吗？"),
    ))


@template
def which_color(choice):
    who = g.asked(choice)
    noun = choice.pick([n for n in lex.COUNTED if "red" in n.attributes])
    first = choice.pick(lex.COLORS)
    second = choice.pick([color for color in lex.COLORS if color != first])
    return Phrase(f"which {noun.en} {g.do(who)} {who.en} like, the {first} one or the {second} one?",
                  f"{who.zh}喜欢哪{noun.measure}{noun.zh}，{lex.ATTRIBUTE[first]}还是{lex.ATTRIBUTE[second]}？")


@template
def this_or_that(choice):
    who, act = someone_asked(choice)
    other = g.action(choice, who.age, lambda a: a.verb != act.verb)
    return Phrase(f"{g.do(who)} {who.en} want to {g.base(act)} or {g.base(other)}?", f"{who.zh}想{act.zh}还是{other.zh}？")
