"""Wishes, tastes, skills and requests."""

from demo_corpus import grammar as g
from demo_corpus import lexicon as lex
from demo_corpus.grammar import Phrase
from demo_corpus.templates.common import has_place, someone_acting, template


@template
def wants_to(choice):
    who, act = someone_acting(choice, has_place)
    place = g.maybe_place(choice, act, 0.7)
    want, zh_want = choice.pick((
        (g.by_number(who, "want to", "wants to"), "想"),
        (g.do_not(who) + " want to", "不想"),
        (g.by_number(who, "plan to", "plans to"), "打算"),
    ))
    time, zh_time = g.time_for(choice, act, lex.FUTURE_DAYS)
    return Phrase(f"{who.en} {want} {g.base(act)}{place.en} {time}.", f"{who.zh}{zh_time}{zh_want}{place.zh}{act.zh}。")


@template
def wants_to_buy(choice):
    who = g.person(choice)
    thing = g.some_number(choice, choice.pick(lex.GOODS))
    want, zh_want = choice.pick((
        (g.by_number(who, "want to", "wants to"), "想"),
        (g.by_number(who, "plan to", "plans to"), "打算"),
        (g.by_number(who, "need to", "needs to"), "需要"),
    ))
    return Phrase(f"{who.en} {want} buy {thing.en}.", f"{who.zh}{zh_want}买{thing.zh}。")


@template
def likes(choice):
    who, act = someone_acting(choice)
    place = g.maybe_place(choice, act, 0.5)
    like, zh_like = choice.pick((
        (g.by_number(who, "like", "likes"), "喜欢"),
        (g.do_not(who) + " like", "不喜欢"),
        (g.by_number(who, "really like", "really likes"), "非常喜欢"),
    ))
    return Phrase(f"{who.en} {like} {g.ing(act)}{place.en}.", f"{who.zh}{zh_like}{place.zh}{act.zh}。")


@template
def likes_one_of_two(choice):
    who, act = someone_acting(choice)
    other = g.action(choice, who.age, lambda a: a.verb != act.verb)
    return Phrase(f"{who.en} {g.by_number(who, 'like', 'likes')} {g.ing(act)} but {g.do_not(who)} like {g.ing(other)}.",
                  f"{who.zh}喜欢{act.zh}，但是不喜欢{other.zh}。")


@template
def tastes_differ(choice):
    first, act = someone_acting(choice)
    other = choice.pick([a for a in lex.ACTIONS if a.verb != act.verb])
    second = g.named(choice, other.ages, without=(first,))
    like = g.by_number(first, "like", "likes")
    return Phrase(f"{first.en} {like} {g.ing(act)}, but {second.en} likes {g.ing(other)}.",
                  f"{first.zh}喜欢{act.zh}，但是{second.zh}喜欢{other.zh}。")


@template
def both_like(choice):
    act = choice.pick(lex.ACTIONS)
    first = g.named(choice, act.ages)
    second = g.named(choice, act.ages, without=(first,))
    return Phrase(f"{first.en} and {second.en} both like {g.ing(act)}.", f"{first.zh}和{second.zh}都喜欢{act.zh}。")


@template
def can_or_not(choice):
    who, act = someone_acting(choice, lambda a: a.skill)
    can, zh_can = choice.pick((("can", "会"), ("can't", "不会")))
    if choice.chance(0.3):
        return Phrase(f"{who.en} {can} {g.base(act)}.", f"{who.zh}{zh_can}{act.zh}。")
    friend = g.named(choice, act.ages, without=(who,))
    other, zh_other = ("can't", "不会") if can == "can" else ("can", "会")
    return Phrase(f"{who.en} {can} {g.base(act)}, but {friend.en} {other}.",
                  f"{who.zh}{zh_can}{act.zh}，但是{friend.zh}{zh_other}。")


@template
def duties(choice):
    verbs = ("wash", "clean", "study", "work", "cook", "water", "feed", "walk", "do", "rest")
    duty = choice.pick([a for a in lex.ACTIONS if a.verb.base in verbs])
    who = lex.PERSON["you"] if choice.chance(0.3) else g.person(choice, duty.ages)
    time, zh_time = g.time_for(choice, duty, lex.FUTURE_DAYS)
    must, zh_must = choice.pick((
        ("must", "必须"),
        ("should", "应该"),
        (g.by_number(who, "need to", "needs to"), "需要"),
        (g.do_not(who) + " need to", "不用"),
    ))
    return Phrase(f"{who.en} {must} {g.base(duty)} {time}.", f"{who.zh}{zh_time}{zh_must}{duty.zh}。")


@template
def will_do(choice):
    who, act = someone_acting(choice, has_place)
    place = g.place_of(choice, act)
    time, zh_time = g.time_for(choice, act, lex.FUTURE_DAYS)
    will, zh_will = choice.pick((("will", "会"), ("won't", "不会")))
    return Phrase(f"{who.en} {will} {g.base(act)}{place.en} {time}.", f"{who.zh}{zh_time}{zh_will}{place.zh}{act.zh}。")


@template
def asks_to(choice):
    act = choice.pick(lex.ACTIONS)
    pupil = g.person(choice, act.ages)
    elders = ("my mother", "my father", "my uncle", "my aunt", "my grandmother", "our teacher", "the doctor",
              "my older sister")
    elder = lex.PERSON[choice.pick([name for name in elders if name != pupil.en])]
    place = g.maybe_place(choice, act, 0.3)
    asks, zh_asks = choice.pick((("asked", "让"), ("often asks", "经常让")))
    return Phrase(f"{elder.en} {asks} {pupil.object} to {g.base(act)}{place.en}.",
                  f"{elder.zh}{zh_asks}{pupil.zh}{place.zh}{act.zh}。")


@template
def teaches(choice):
    act = choice.pick([a for a in lex.ACTIONS if a.skill])
    pupil = g.person(choice, act.ages)
    teacher = g.named(choice, act.ages, without=(pupil,))
    how, zh_how = choice.pick((("is teaching", "正在教"), ("will teach", "会教"), ("wants to teach", "想教")))
    return Phrase(f"{teacher.en} {how} {pupil.object} to {g.base(act)}.", f"{teacher.zh}{zh_how}{pupil.zh}{act.zh}。")


@template
def lets(choice):
    away = ("school", "library", "park", "playground", "restaurant", "market", "supermarket", "mall", "lake", "river",
            "pool", "zoo", "cinema")
    act = choice.pick([a for a in lex.ACTIONS if any(p in away for p in a.places)])
    place = lex.PLACES[choice.pick([p for p in act.places if p in away])]
    time, zh_time = g.time_for(choice, act, lex.FUTURE_DAYS)
    return Phrase(f"let's go {place.to} and {g.base(act)} {time}.", f"我们{zh_time}去{place.zh}{act.zh}吧。")


@template
def please_dont(choice):
    english, chinese, places = choice.pick(lex.NUISANCES)
    place = lex.PLACES[choice.pick(places.split(", "))]
    form, zh_form = choice.pick((("don't", "别"), ("please don't", "请不要"), ("you can't", "你不能")))
    return Phrase(f"{form} {english} {place.at}.", f"{zh_form}在{place.zh_at}{chinese}。")


@template
def please_put(choice):
    noun = choice.pick([n for n in lex.BELONGINGS if n.en != "bag"])
    spot, zh_spot = choice.pick((("on the table", "桌子上"), ("on the desk", "书桌上"), ("in the bag", "包里"),
                                 ("in the box", "箱子里"), ("on the sofa", "沙发上"), ("in the car", "车里")))
    thing = choice.pick((Phrase("the " + noun.en, noun.zh), Phrase("your " + noun.en, "你的" + noun.zh),
                         g.pointed(choice, noun)))
    form, zh_form = choice.pick((("please put", "请把"), ("don't put", "别把")))
    return Phrase(f"{form} {thing.en} {spot}.", f"{zh_form}{thing.zh}放在{zh_spot}。")


@template
def please_hand(choice):
    thing = g.pointed(choice, choice.pick(lex.BELONGINGS))
    friend = g.person(choice, without=("you", "we"))
    return choice.pick((
        Phrase(f"please give {thing.en} to {friend.object}.", f"请把{thing.zh}交给{friend.zh}。"),
        Phrase(f"don't show {thing.en} to {friend.object}.", f"别给{friend.zh}看{thing.zh}。"),
        Phrase(f"could you give {thing.en} to {friend.object}?", f"你能把{thing.zh}交给{friend.zh}吗？"),
    ))


@template
def please_carry(choice):
    noun = choice.pick([n for n in lex.COUNTED if n.kind in ("table", "seat") or n.en in ("box", "computer")])
    thing = g.pointed(choice, noun)
    place = lex.PLACES[choice.pick(("kitchen", "living room", "bedroom", "classroom", "garden", "office"))]
    return choice.pick((
        Phrase(f"please take {thing.en} {place.to}.", f"请把{thing.zh}搬到{place.zh}去。"),
        Phrase(f"don't take {thing.en} {place.to}.", f"别把{thing.zh}搬到{place.zh}去。"),
        Phrase(f"could you take {thing.en} {place.to}?", f"你能把{thing.zh}搬到{place.zh}去吗？"),
        Phrase(f"help me take {thing.en} {place.to}.", f"帮我把{thing.zh}搬到{place.zh}去。"),
    ))


@template
def lending(choice):
    noun = choice.pick(lex.BELONGINGS + [lex.NOUN["bike"], lex.NOUN["computer"], lex.NOUN["car"]])
    who = g.companion(choice, lex.PERSON["you"])
    return choice.pick((
        Phrase(f"may I borrow your {noun.en}?", f"我可以借一下你的{noun.zh}吗？"),
        Phrase(f"could you lend {who.object} your {noun.en}?", f"你能把你的{noun.zh}借给{who.zh}吗？"),
        Phrase(f"please lend {who.object} your {noun.en}.", f"请把你的{noun.zh}借给{who.zh}。"),
    ))


@template
def waiter(choice):
    food, drink = g.serving(choice, "eat"), g.serving(choice, "drink")
    return choice.pick((
        Phrase(f"waiter, please bring me {food.en} and {drink.en}.", f"服务员，请给我来{food.zh}和{drink.zh}。"),
        Phrase(f"waiter, I'd like {drink.en} and {food.en}.", f"服务员，我要{drink.zh}和{food.zh}。"),
    ))


@template
def would_you_like(choice):
    guest, zh_guest = choice.pick((("sir", "先生"), ("madam", "女士")))
    thing = g.a(choice, choice.pick(lex.COUNTED_GOODS))
    verb, zh_verb = choice.pick((("eat", "吃"), ("drink", "喝")))
    food = g.one_serving(choice, verb)
    return choice.pick((
        Phrase(f"would you like to buy {thing.en}, {guest}?", f"{zh_guest}，您想买{thing.zh}吗？"),
        Phrase(f"would you like {food.en}, {guest}?", f"{zh_guest}，您想{zh_verb}{food.zh}吗？"),
    ))


@template
def excuse_me(choice):
    place = lex.PLACES[choice.pick(lex.TOWN_PLACES)]
    other = lex.PLACES[choice.pick([n for n in lex.TOWN_PLACES if lex.PLACES[n] != place])]
    kind = g.article(place.the[len("the "):])
    return choice.pick((
        Phrase(f"excuse me, is there {kind} near {other.the}?", f"请问，{other.zh}附近有{place.zh}吗？"),
        Phrase(f"excuse me, how can I get from {place.the} to {other.the}?", f"请问，从{place.zh}到{other.zh}怎么走？"),
        Phrase(f"excuse me, is {place.the} far from {other.the}?", f"请问，{place.zh}离{other.zh}远吗？"),
    ))


@template
def tickets(choice):
    city, zh_city = choice.pick(lex.CITIES)
    number, zh_number = choice.pick([("a", "一")] + lex.NUMBERS)
    time, zh_time = choice.pick(lex.FUTURE_DAYS)
    kind, zh_kind = choice.pick((("train", "火车"), ("plane", "机")))
    plural = "" if number == "a" else "s"
    return Phrase(f"I'd like to buy {number} {kind} ticket{plural} to {city} for {time}.",
                  f"我想买{zh_number}张{zh_time}去{zh_city}的{zh_kind}票。")
