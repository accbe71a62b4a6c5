"""Journeys, the weather and the hours of the day."""

from demo_corpus import grammar as g
from demo_corpus import lexicon as lex
from demo_corpus.grammar import Phrase
from demo_corpus.templates.common import template


def _goes_by_what(choice, who):
    """A vehicle someone of this age takes."""
    unfit = {"child": "by car", "elder": "by bike"}.get(who.age)
    return choice.pick([v for v in lex.VEHICLES if v[0] != unfit])


@template
def goes_by(choice):
    who = g.person(choice)
    place = lex.PLACES[choice.pick(("library", "park", "supermarket", "market"))]
    vehicle, zh_vehicle = _goes_by_what(choice, who)
    time, zh_time = choice.pick([t for t in lex.HABIT_TIMES if t[0].startswith(("every", "on"))])
    return Phrase(f"{who.en} {g.by_number(who, 'go', 'goes')} {place.to} {vehicle} {time}.",
                  f"{who.zh}{zh_time}{zh_vehicle}去{place.zh}。")


@template
def commutes_by(choice):
    who = g.person(choice, ("any", "child", "grown"))
    place, zh_place = choice.pick([
        p for p in (("to school", "去学校"), ("to work", "去上班"))
        if (who.age, p[0]) not in (("child", "to work"), ("grown", "to school"))
    ])
    vehicle, zh_vehicle = _goes_by_what(choice, who)
    go = g.by_number(who, "go", "goes")
    return choice.pick((
        Phrase(f"{who.en} {go} {place} {vehicle} every day.", f"{who.zh}每天都{zh_vehicle}{zh_place}。"),
        Phrase(f"{who.en} {go} {place} {vehicle} every morning.", f"{who.zh}每天早上都{zh_vehicle}{zh_place}。"),
        Phrase(f"{who.en} usually {go} {place} {vehicle}.", f"{who.zh}通常{zh_vehicle}{zh_place}。"),
        Phrase(f"{g.do(who)} {who.en} often go {place} {vehicle}?", f"{who.zh}经常{zh_vehicle}{zh_place}吗？"),
    ))


@template
def will_go(choice):
    who = g.person(choice)
    city, zh_city = choice.pick(lex.CITIES[:3])
    vehicle, zh_vehicle = choice.pick((("by train", "坐火车"), ("by plane", "坐飞机")))
    time, zh_time = choice.pick(lex.FUTURE_TIMES)
    plan, zh_plan = choice.pick((("will go", "要"), (g.by_number(who, "plan", "plans") + " to go", "打算")))
    return Phrase(f"{who.en} {plan} to {city} {vehicle} {time}.", f"{who.zh}{zh_time}{zh_plan}{zh_vehicle}去{zh_city}。")


@template
def went(choice):
    who = g.person(choice)
    place = lex.PLACES[choice.pick(lex.OUTINGS)]
    time, zh_time = choice.pick(lex.SHOPPING_TIMES)
    friend = g.companion(choice, who)
    return Phrase(f"{who.en} went {place.to} with {friend.object} {time}.",
                  f"{who.zh}{zh_time}和{friend.zh}一起去了{place.zh}。")


@template
def how_far(choice):
    first = choice.pick(lex.TOWN_PLACES)
    second = choice.pick([name for name in lex.TOWN_PLACES if name != first])
    start, end = lex.PLACES[first], lex.PLACES[second]
    vehicle, zh_vehicle = choice.pick(lex.VEHICLES)
    duration, zh_duration = choice.pick((("ten minutes", "十分钟"), ("twenty minutes", "二十分钟"),
                                         ("half an hour", "半个小时"), ("an hour", "一个小时")))
    return Phrase(f"it takes {duration} to get from {start.the} to {end.the} {vehicle}.",
                  f"从{start.zh}到{end.zh}{zh_vehicle}要{zh_duration}。")


@template
def weather_today(choice):
    adjective, comparative, zh_adjective = choice.pick(lex.WEATHER)
    city, zh_city = choice.pick(lex.CITIES)
    other, zh_other = choice.pick([c for c in lex.CITIES if c[0] != city])
    return choice.pick((
        Phrase(f"it is very {adjective} in {city} today.", f"{zh_city}今天很{zh_adjective}。"),
        Phrase(f"is it {adjective} in {city} today?", f"{zh_city}今天{zh_adjective}吗？"),
        Phrase(f"it is {comparative} in {city} than in {other} today.", f"今天{zh_city}比{zh_other}{zh_adjective}。"),
    ))


@template
def weather_by_season(choice):
    city, zh_city = choice.pick(lex.CITIES)
    season, zh_season = choice.pick(lex.SEASONS)
    adjective, _, zh_adjective = choice.pick([w for w in lex.WEATHER if (w[0], season) not in (
        ("hot", "in winter"), ("cold", "in summer"))])
    often, zh_often = choice.pick((("often", "经常"), ("sometimes", "有时候"), ("seldom", "很少")))
    return choice.pick((
        Phrase(f"it {often} rains in {city} {season}.", f"{zh_city}{zh_season}{zh_often}下雨。"),
        Phrase(f"does it often rain in {city} {season}?", f"{zh_city}{zh_season}经常下雨吗？"),
        Phrase(f"is it {adjective} in {city} {season}?", f"{zh_city}{zh_season}{zh_adjective}吗？"),
        Phrase(f"I like {city} {season}.", f"我喜欢{zh_season}的{zh_city}。"),
    ))


@template
def forecast(choice):
    city, zh_city = choice.pick(lex.CITIES)
    time, zh_time = choice.pick(lex.FUTURE_TIMES)
    falls, zh_falls = choice.pick((("rain", "下雨"), ("snow", "下雪")))
    return choice.pick((
        Phrase(f"it will {falls} in {city} {time}.", f"{zh_city}{zh_time}会{zh_falls}。"),
        Phrase(f"will it {falls} in {city} {time}?", f"{zh_city}{zh_time}会{zh_falls}吗？"),
        Phrase(f"it won't {falls} in {city} {time}.", f"{zh_city}{zh_time}不会{zh_falls}。"),
    ))


@template
def timetable(choice):
    hour, zh_hour = choice.pick(lex.CLOCK)
    city, zh_city = choice.pick(lex.CITIES[:3])
    kind, zh_kind, zh_leaves = choice.pick((("train", "火车", "出发"), ("plane", "飞机", "起飞"), ("bus", "大巴", "出发")))
    day, zh_day = choice.pick((("tomorrow morning", "明天早上"), ("tomorrow evening", "明天晚上"), ("every morning", "每天早上"),
                               ("every evening", "每天晚上")))
    return Phrase(f"the {kind} to {city} leaves at {hour} {day}.", f"去{zh_city}的{zh_kind}{zh_day}{zh_hour}{zh_leaves}。")


@template
def opening_hours(choice):
    place = lex.PLACES[choice.pick(("library", "supermarket", "bookstore", "museum", "zoo", "bank", "post office",
                                    "restaurant", "cinema", "mall"))]
    hour, zh_hour = choice.pick(lex.CLOCK)
    day, zh_day = choice.pick((("", ""), (" on Saturdays", "星期六"), (" on Sundays", "星期天")))
    return choice.pick((
        Phrase(f"{place.the} opens at {hour} in the morning{day}.", f"{place.zh}{zh_day}早上{zh_hour}开门。"),
        Phrase(f"{place.the} closes at {hour} in the evening{day}.", f"{place.zh}{zh_day}晚上{zh_hour}关门。"),
    ))


@template
def daily_round(choice):
    who = g.person(choice)
    early = choice.chance(0.5)
    verb = choice.pick((("get up", "gets up", "起床"), ("eat breakfast", "eats breakfast", "吃早饭"),
                        ("leave home", "leaves home", "出门")) if early else
                       (("go to bed", "goes to bed", "睡觉"), ("eat dinner", "eats dinner", "吃晚饭"),
                        ("come home", "comes home", "回家")))
    hour, zh_hour = choice.pick(lex.CLOCK[:5] if early or verb[0] == "eat dinner" else lex.CLOCK[4:])
    time, zh_time = ("every morning", "每天早上") if early else ("every evening", "每天晚上")
    often, zh_often = choice.pick((("", ""), ("usually ", "通常")))
    if often:
        time, zh_time = ("in the morning", "早上") if early else ("in the evening", "晚上")
    return Phrase(f"{who.en} {often}{g.by_number(who, verb[0], verb[1])} at {hour} {time}.",
                  f"{who.zh}{zh_often}{zh_time}{zh_hour}{verb[2]}。")
