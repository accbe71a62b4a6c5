"""Sentences of two clauses."""

from demo_corpus import grammar as g
from demo_corpus import lexicon as lex
from demo_corpus.grammar import Phrase
from demo_corpus.templates.common import someone_acting, template


@template
def when_something_happened(choice):
    moment, zh_moment, without = choice.pick((
        ("I got home", "我回到家的时候", ("I", "we")),
        ("the phone rang", "电话响的时候", ()),
        ("it started to rain", "开始下雨的时候", ()),
        ("our teacher came in", "我们的老师进来的时候", ("she",)),
        ("he called me", "他给我打电话的时候", ("he",)),
        ("we arrived", "我们到的时候", ("I", "we")),
    ))
    who, act = someone_acting(choice, without=without)
    place = g.maybe_place(choice, act, 0.3)
    return Phrase(f"when {moment}, {who.en} {g.was(who)} {g.ing(act)}{place.en}.",
                  f"{zh_moment}，{who.zh}{g.now(place)}{act.zh}。")


@template
def if_weather(choice):
    indoors = ("home", "library", "kitchen", "living room", "bedroom", "office", "cinema", "mall", "restaurant")
    outdoors = ("park", "playground", "lake", "river", "garden", "zoo")
    weather, zh_weather, shelter = choice.pick((("it rains", "下雨", indoors), ("it is too cold", "太冷", indoors),
                                                ("it is sunny", "天晴", outdoors), ("it is warm", "天气暖和", outdoors)))
    act = choice.pick([a for a in lex.ACTIONS if any(p in shelter for p in a.places)])
    place = lex.PLACES[choice.pick([p for p in act.places if p in shelter])]
    who = g.person(choice, act.ages)
    time, zh_time = choice.pick([t for t in lex.FUTURE_DAYS if "evening" not in t[0]])
    return Phrase(f"if {weather} {time}, {who.en} will {g.base(act)} {place.at}.",
                  f"如果{zh_time}{zh_weather}，{who.zh}就在{place.zh_at}{act.zh}。")


@template
def if_time(choice):
    who, act = someone_acting(choice, lambda a: a.verb.base not in ("chat", "rest"))
    time, zh_time = g.time_for(choice, act, lex.FUTURE_DAYS)
    friend = g.companion(choice, who, act.ages)
    return Phrase(f"if {who.en} {g.have(who)} time {time}, {who.pronoun} will {g.base(act)} with {friend.object}.",
                  f"如果{who.zh}{zh_time}有时间，{who.zh_pronoun}会和{friend.zh}一起{act.zh}。")


@template
def if_you_feel(choice):
    feeling, zh_feeling, verb, zh_verb = choice.pick((("hungry", "饿", "eat", "吃"), ("thirsty", "渴", "drink", "喝")))
    food = g.one_serving(choice, verb)
    return Phrase(f"if you are {feeling}, you can {verb} {food.en}.", f"如果你{zh_feeling}了，可以{zh_verb}{food.zh}。")


@template
def because_of_the_weather(choice):
    who = g.person(choice)
    place = lex.PLACES[choice.pick(lex.OUTINGS)]
    time, zh_time = choice.pick(lex.RECENT_DAYS)
    cause, zh_cause = choice.pick((("it was raining", "下雨"), ("it was snowing", "下雪"), ("it was too cold", "天气太冷"),
                                   ("it was too hot", "天气太热")))
    return Phrase(f"{who.en} didn't go {place.to} {time} because {cause}.",
                  f"因为{zh_cause}，{who.zh}{zh_time}没去{place.zh}。")


@template
def glad_because(choice):
    who = g.person(choice)
    time, zh_time = choice.pick(lex.SHOPPING_TIMES[:4])
    if choice.chance(0.5):
        treasures = [n for n in lex.GOODS if n.kind not in ("fruit", "egg", "fish", "cake")]
        thing = g.a(choice, choice.pick(treasures))
        return Phrase(f"{who.en} {g.be(who)} very happy because {who.pronoun} bought {thing.en} {time}.",
                      f"{who.zh}很高兴，因为{who.zh_pronoun}{zh_time}买了{thing.zh}。")
    thing = g.own(who, choice.pick(lex.BELONGINGS))
    return Phrase(f"{who.en} {g.be(who)} very sad because {who.pronoun} lost {thing.en} {time}.",
                  f"{who.zh}很难过，因为{who.zh_pronoun}{zh_time}把{thing.zh}弄丢了。")


@template
def tired_because(choice):
    who, act = someone_acting(choice, lambda a: a.lasting and a.verb.base not in ("rest", "watch", "listen"))
    time, zh_time = g.time_for(choice, act, lex.RECENT_DAYS)
    duration, zh_duration = choice.pick(lex.DURATIONS[2:])
    return Phrase(f"{who.en} {g.be(who)} tired because {who.pronoun} {g.past(act)} for {duration} {time}.",
                  f"{who.zh}很累，因为{who.zh_pronoun}{zh_time}{act.zh_verb}了{zh_duration}{act.zh_rest}。")


@template
def although_tired(choice):
    who, act = someone_acting(choice, lambda a: a.verb.base != "rest")
    feeling, zh_feeling = choice.pick([f for f in lex.FEELINGS if f[0] not in ("busy", "happy", "nervous")])
    return Phrase(f"although {who.en} {g.be(who)} very {feeling}, {who.pronoun} {g.be(who)} still {g.ing(act)}.",
                  f"虽然{who.zh}很{zh_feeling}，但是{who.zh_pronoun}还在{act.zh}。")


@template
def although_dear(choice):
    who = g.person(choice)
    thing = g.pointed(choice, choice.pick([n for n in lex.COUNTED_GOODS if "expensive" in n.predicates]))
    return choice.pick((
        Phrase(f"although {thing.en} was very expensive, {who.en} still bought it.",
               f"虽然{thing.zh}很贵，但是{who.zh}还是买了。"),
        Phrase(f"although {thing.en} was very cheap, {who.en} didn't buy it.", f"虽然{thing.zh}很便宜，但是{who.zh}没买。"),
    ))


@template
def before_and_after(choice):
    verbs = ("read", "watch", "listen", "drink", "write", "rest", "eat", "chat")
    who, act = someone_acting(choice, lambda a: a.verb.base in verbs)
    moment, zh_moment = choice.pick((("before going to bed", "睡觉前"), ("after getting home", "回家后"),
                                     ("after eating dinner", "吃完晚饭后"), ("after eating lunch", "吃完午饭后")))
    if act.verb.base == "eat" and "eating" in moment:
        moment, zh_moment = "after getting home", "回家后"
    often, zh_often = choice.pick(lex.FREQUENCIES)
    return Phrase(f"{who.en} {often} {g.present(who, act)} {moment}.", f"{who.zh}{zh_moment}{zh_often}{act.zh}。")


@template
def first_then(choice):
    duty = choice.pick([a for a in lex.ACTIONS if a.verb.base in ("wash", "clean", "do", "water", "feed", "cook")])
    who = g.person(choice, duty.ages)
    fun = g.action(choice, who.age, lambda a: a.lasting and a.verb.base in ("watch", "listen", "play", "read", "chat"))
    duration, zh_duration = choice.pick(lex.DURATIONS[:3])
    done = {"打扫": "打扫完", "浇": "浇完", "喂": "喂完", "做": "做完", "洗": "洗完"}[duty.zh_verb]
    return Phrase(f"after {g.ing(duty)}, {who.en} {g.past(fun)} for {duration}.",
                  f"{done}{duty.zh_rest}后，{who.zh}{fun.zh_verb}了{zh_duration}{fun.zh_rest}。")


@template
def hopes(choice):
    act = choice.pick([a for a in lex.ACTIONS if a.verb.base not in ("chat", "rest")])
    who = g.person(choice, act.ages, without=("you",))
    friend = g.companion(choice, who, act.ages)
    name = friend.pronoun if friend.kind == "pronoun" else friend.en
    time, zh_time = g.time_for(choice, act, lex.FUTURE_DAYS)
    me = lex.PERSON[who.pronoun]
    return Phrase(f"{who.en} {g.by_number(who, 'hope', 'hopes')} {name} can {g.base(act)} with {me.object} {time}.",
                  f"{who.zh}希望{friend.zh}{zh_time}能和{me.zh}一起{act.zh}。")


@template
def one_knows(choice):
    who = g.person(choice)
    friend = g.companion(choice, who)
    name = friend.pronoun if friend.kind == "pronoun" else friend.en
    city, zh_city = choice.pick(lex.CITIES)
    noun = choice.pick(lex.COUNTED_GOODS)
    know, zh_know = choice.pick(((g.by_number(who, "know", "knows"), "知道"), (g.do_not(who) + " know", "不知道")))
    return choice.pick((
        Phrase(f"{who.en} {know} where {name} {g.by_number(friend, 'live', 'lives')}.",
               f"{who.zh}{zh_know}{friend.zh}住在哪里。"),
        Phrase(f"{who.en} {know} what {name} bought yesterday.", f"{who.zh}{zh_know}{friend.zh}昨天买了什么。"),
        Phrase(f"{who.en} {know} why {name} went to {city}.", f"{who.zh}{zh_know}{friend.zh}为什么去{zh_city}。"),
        Phrase(f"{who.en} {know} who bought this {noun.en}.", f"{who.zh}{zh_know}谁买了这{noun.measure}{noun.zh}。"),
    ))
