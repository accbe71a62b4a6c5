"""What people do, did and will do."""

from demo_corpus import grammar as g
from demo_corpus import lexicon as lex
from demo_corpus.grammar import Phrase
from demo_corpus.templates.common import has_place, someone_acting, template


@template
def habit_with_frequency(choice):
    who, act = someone_acting(choice)
    often, zh_often = choice.pick([f for f in lex.FREQUENCIES if f[0] != "usually"])
    place = g.maybe_place(choice, act)
    return Phrase(f"{who.en} {often} {g.present(who, act)}{place.en}.", f"{who.zh}{zh_often}{place.zh}{act.zh}。")


@template
def habit_with_time(choice):
    who, act = someone_acting(choice)
    time, zh_time = g.time_for(choice, act, lex.HABIT_TIMES)
    place = g.maybe_place(choice, act, 0.5)
    return Phrase(f"{who.en} {g.present(who, act)}{place.en} {time}.", f"{who.zh}{zh_time}{place.zh}{act.zh}。")


@template
def habit_with_time_and_frequency(choice):
    who, act = someone_acting(choice)
    time, zh_time = g.time_for(choice, act, lex.LOOSE_TIMES)
    often, zh_often = choice.pick(lex.FREQUENCIES)
    return Phrase(f"{who.en} {often} {g.present(who, act)} {time}.", f"{who.zh}{zh_time}{zh_often}{act.zh}。")


@template
def habit_denied(choice):
    who, act = someone_acting(choice, has_place)
    place = g.place_of(choice, act)
    return Phrase(f"{who.en} {g.do_not(who)} often {g.base(act)}{place.en}.", f"{who.zh}不常{place.zh}{act.zh}。")


@template
def habit_with_company(choice):
    who, act = someone_acting(choice, lambda a: a.places and a.verb.base != "chat")
    friend = g.companion(choice, who, act.ages)
    place = g.maybe_place(choice, act, 0.5)
    return Phrase(f"{who.en} often {g.present(who, act)} with {friend.object}{place.en}.",
                  f"{who.zh}经常和{friend.zh}一起{place.zh}{act.zh}。")


@template
def going_on(choice):
    who, act = someone_acting(choice)
    place = g.maybe_place(choice, act, 0.7)
    return Phrase(f"{who.en} {g.be(who)} {g.ing(act)}{place.en}.", f"{who.zh}{g.now(place)}{act.zh}。")


@template
def going_on_with_company(choice):
    who, act = someone_acting(choice, lambda a: a.verb.base not in ("chat", "rest"))
    friend = g.companion(choice, who, act.ages)
    return Phrase(f"{who.en} {g.be(who)} {g.ing(act)} with {friend.object}.", f"{who.zh}正在和{friend.zh}一起{act.zh}。")


@template
def not_this_but_that(choice):
    who, act = someone_acting(choice)
    other = g.action(choice, who.age, lambda a: a.verb != act.verb)
    return Phrase(f"{who.en} {g.be_not(who)} {g.ing(act)}; {who.pronoun} {g.be(who)} {g.ing(other)}.",
                  f"{who.zh}没在{act.zh}，{who.zh_pronoun}在{other.zh}。")


@template
def two_at_once(choice):
    first, act = someone_acting(choice)
    other = choice.pick([a for a in lex.ACTIONS if a.verb != act.verb])
    second = g.named(choice, other.ages, without=(first,))
    return Phrase(f"{first.en} {g.be(first)} {g.ing(act)}, and {second.en} {g.be(second)} {g.ing(other)}.",
                  f"{first.zh}在{act.zh}，{second.zh}在{other.zh}。")


@template
def lasted(choice):
    who, act = someone_acting(choice, lambda a: a.lasting)
    time, zh_time = g.time_for(choice, act, lex.RECENT_DAYS)
    duration, zh_duration = choice.pick(lex.DURATIONS)
    return Phrase(f"{who.en} {g.past(act)} for {duration} {time}.",
                  f"{who.zh}{zh_time}{act.zh_verb}了{zh_duration}{act.zh_rest}。")


@template
def lasted_somewhere(choice):
    who, act = someone_acting(choice, lambda a: a.lasting and a.places)
    place = g.place_of(choice, act)
    duration, zh_duration = choice.pick(lex.DURATIONS)
    return Phrase(f"{who.en} {g.past(act)}{place.en} for {duration}.",
                  f"{who.zh}{place.zh}{act.zh_verb}了{zh_duration}{act.zh_rest}。")


@template
def past_denied(choice):
    who, act = someone_acting(choice)
    time, zh_time = g.time_for(choice, act, lex.RECENT_DAYS)
    place = g.maybe_place(choice, act, 0.4)
    return Phrase(f"{who.en} didn't {g.base(act)}{place.en} {time}.", f"{who.zh}{zh_time}没{place.zh}{act.zh}。")


@template
def bought(choice):
    noun = choice.pick(lex.GOODS)
    who = g.person(choice)
    thing = g.some_number(choice, noun)
    shop = lex.PLACES[noun.shop]
    time, zh_time = choice.pick(lex.SHOPPING_TIMES)
    return Phrase(f"{who.en} bought {thing.en} {shop.at} {time}.", f"{who.zh}{zh_time}在{shop.zh_at}买了{thing.zh}。")


@template
def bought_when(choice):
    noun = choice.pick(lex.GOODS)
    who = g.person(choice)
    thing = g.some_number(choice, noun)
    time, zh_time = choice.pick(lex.SHOPPING_TIMES)
    return Phrase(f"{time} {who.en} bought {thing.en}.", f"{zh_time}{who.zh}买了{thing.zh}。")


@template
def will_buy(choice):
    who = g.person(choice)
    thing = g.a(choice, choice.pick(lex.GOODS))
    time, zh_time = choice.pick(lex.FUTURE_TIMES)
    return Phrase(f"{who.en} will buy {thing.en} {time}.", f"{who.zh}{zh_time}会买{thing.zh}。")


@template
def finished_reading(choice):
    who = g.person(choice, lex.AGES["young"])
    thing = g.pointed(choice, choice.pick(lex.READABLES))
    time, zh_time = choice.pick(lex.PAST_TIMES)
    done, zh_done = choice.pick((("finished", "看完了"), ("didn't finish", "没看完")))
    return Phrase(f"{who.en} {done} {thing.en} {time}.", f"{who.zh}{zh_time}{zh_done}{thing.zh}。")


@template
def found_or_not(choice):
    who = g.person(choice)
    thing = g.own(who, choice.pick(lex.BELONGINGS))
    time, zh_time = choice.pick(lex.RECENT_DAYS)
    done, zh_done = choice.pick((("found", "找到了"), ("didn't find", "没找到")))
    return Phrase(f"{who.en} {done} {thing.en} {time}.", f"{who.zh}{zh_time}{zh_done}{thing.zh}。")


@template
def repaired(choice):
    who = g.person(choice, lex.AGES["grown"], without=("they",))
    owner = choice.pick([p for p in lex.PEOPLE if p.kind == "pronoun" and p != who])
    noun = choice.pick([n for n in lex.NOUNS if n.kind in ("vehicle", "device", "seat", "table")])
    time, zh_time = choice.pick(lex.PAST_TIMES)
    return Phrase(f"{who.en} repaired {owner.possessive} {noun.en} {time}.",
                  f"{who.zh}{zh_time}修好了{owner.zh_possessive}{noun.zh}。")


@template
def lost_or_sold(choice):
    who = g.person(choice)
    time, zh_time = choice.pick(lex.PAST_TIMES)
    if choice.chance(0.5):
        thing = g.own(who, choice.pick(lex.BELONGINGS))
        return Phrase(f"{who.en} lost {thing.en} {time}.", f"{who.zh}{zh_time}把{thing.zh}弄丢了。")
    noun = choice.pick([n for n in lex.NOUNS if n.kind in ("vehicle", "device", "table", "seat")])
    return Phrase(f"{who.en} sold {who.possessive} old {noun.en} {time}.",
                  f"{who.zh}{zh_time}把{who.zh_possessive}旧{noun.zh}卖了。")


@template
def borrowed(choice):
    who = g.person(choice)
    time, zh_time = choice.pick(lex.SHOPPING_TIMES)
    if choice.chance(0.5):
        thing = g.some_number(choice, choice.pick(lex.READABLES))
        return Phrase(f"{who.en} borrowed {thing.en} from the library {time}.",
                      f"{who.zh}{zh_time}从图书馆借了{thing.zh}。")
    friend = g.companion(choice, who)
    thing = g.a(choice, choice.pick(lex.BELONGINGS), 0.3)
    return Phrase(f"{who.en} borrowed {thing.en} from {friend.object} {time}.",
                  f"{who.zh}{zh_time}向{friend.zh}借了{thing.zh}。")


MEALS = (("breakfast", "早饭"), ("lunch", "午饭"), ("dinner", "晚饭"))


@template
def ate(choice):
    who = g.person(choice)
    food = g.serving(choice, "eat", without=("chocolate",))
    meal, zh_meal = choice.pick(MEALS)
    return Phrase(f"{who.en} ate {food.en} for {meal}.", f"{who.zh}{zh_meal}吃了{food.zh}。")


@template
def drank(choice):
    who = g.person(choice)
    drink = g.serving(choice, "drink", without=("beer",))
    meal, zh_meal = choice.pick(MEALS)
    when, zh_when = choice.pick((("before", "前"), ("after", "后")))
    return Phrase(f"{who.en} drank {drink.en} {when} {meal}.", f"{who.zh}{zh_meal}{zh_when}喝了{drink.zh}。")


@template
def gave(choice):
    giver = g.person(choice)
    friend = g.companion(choice, giver)
    thing = g.a(choice, choice.pick([n for n in lex.GOODS if n.kind not in ("table", "egg", "fish", "paper", "fruit")]))
    want = g.by_number(giver, "want", "wants")
    return choice.pick((
        Phrase(f"{giver.en} gave {friend.object} {thing.en}.", f"{giver.zh}送给{friend.zh}{thing.zh}。"),
        Phrase(f"{giver.en} bought {thing.en} for {friend.object}.", f"{giver.zh}给{friend.zh}买了{thing.zh}。"),
        Phrase(f"{giver.en} {want} to give {friend.object} {thing.en}.", f"{giver.zh}想送给{friend.zh}{thing.zh}。"),
    ))


@template
def put(choice):
    who = g.person(choice)
    noun = choice.pick([n for n in lex.BELONGINGS if n.en != "bag"])
    spot, zh_spot = choice.pick((("on the table", "桌子上"), ("on the desk", "书桌上"), ("in the bag", "包里"),
                                 ("in the box", "箱子里"), ("on the bed", "床上"), ("on the sofa", "沙发上"),
                                 ("in the car", "车里")))
    thing = choice.pick((Phrase("the " + noun.en, noun.zh), g.own(who, noun)))
    return Phrase(f"{who.en} put {thing.en} {spot}.", f"{who.zh}把{thing.zh}放在{zh_spot}了。")


@template
def left_behind(choice):
    who = g.person(choice)
    noun = choice.pick(lex.BELONGINGS)
    place = lex.PLACES[choice.pick(("home", "school", "library", "office", "restaurant", "hotel", "station", "bank",
                                    "classroom", "museum", "cinema"))]
    return Phrase(f"{who.en} left {who.possessive} {noun.en} {place.at}.",
                  f"{who.zh}把{who.zh_possessive}{noun.zh}忘在{place.zh_at}了。")


@template
def wears(choice):
    who = choice.pick([p for p in lex.PEOPLE if p.agreement != "they"])
    noun = choice.pick(lex.WEARABLES)
    thing = g.a(choice, noun, 0.85)
    wear = "戴着" if noun.en in ("hat", "scarf", "gloves") else "穿着"
    return choice.pick((
        Phrase(f"{who.en} {g.be(who)} wearing {thing.en} today.", f"{who.zh}今天{wear}{thing.zh}。"),
        Phrase(f"{who.en} {g.was(who)} wearing {thing.en} yesterday.", f"{who.zh}昨天{wear}{thing.zh}。"),
    ))


@template
def learning_for_years(choice):
    who, act = someone_acting(choice, lambda a: a.verb.base in ("study", "work", "play") and a.lasting)
    years, zh_years = choice.pick(lex.YEARS)
    return Phrase(f"{who.en} {g.have(who)} been {g.ing(act)} for {years}.",
                  f"{who.zh}已经{act.zh_verb}了{zh_years}{act.zh_rest}了。")


@template
def lived_for_years(choice):
    who = g.person(choice)
    city, zh_city = choice.pick(lex.CITIES)
    years, zh_years = choice.pick(lex.YEARS)
    return Phrase(f"{who.en} {g.have(who)} lived in {city} for {years}.", f"{who.zh}已经在{zh_city}住了{zh_years}了。")


@template
def never_done(choice):
    who = g.person(choice)
    noun = choice.pick(lex.READABLES)
    if choice.chance(0.5):
        thing = g.pointed(choice, noun)
        return Phrase(f"{who.en} {g.have(who)} never read {thing.en}.", f"{who.zh}从来没看过{thing.zh}。")
    city, zh_city = choice.pick(lex.CITIES)
    return Phrase(f"{who.en} {g.have(who)} never been to {city}.", f"{who.zh}从来没去过{zh_city}。")


@template
def been_to(choice):
    who = g.person(choice)
    city, zh_city = choice.pick(lex.CITIES)
    times, zh_times = choice.pick((("once", "一次"), ("twice", "两次"), ("three times", "三次"),
                                   ("many times", "很多次")))
    return Phrase(f"{who.en} {g.have(who)} been to {city} {times}.", f"{who.zh}去过{zh_city}{zh_times}。")


@template
def does_well(choice):
    who, act = someone_acting(choice, lambda a: a.skill)
    how, zh_how = choice.pick((("very well", "很好"), ("quite well", "不错")))
    return Phrase(f"{who.en} {g.present(who, act)} {how}.", f"{who.zh}{g.done_so(act)}{zh_how}。")
