"""What things and people are like."""

from demo_corpus import grammar as g
from demo_corpus import lexicon as lex
from demo_corpus.grammar import Phrase
from demo_corpus.templates.common import someone_acting, template


def _judged(choice, test=lambda quality: True, among=None):
    """A noun and a quality it can have."""
    nouns = [n for n in among or lex.COUNTED if any(test(lex.QUALITIES[q]) for q in n.predicates)]
    noun = choice.pick(nouns)
    return noun, choice.pick([lex.QUALITIES[q] for q in noun.predicates if test(lex.QUALITIES[q])])


@template
def this_is(choice):
    noun, quality = _judged(choice)
    thing = g.pointed(choice, noun)
    return choice.pick((
        Phrase(f"{thing.en} is very {quality.en}.", f"{thing.zh}很{quality.zh}。"),
        Phrase(f"{thing.en} isn't {quality.en} at all.", f"{thing.zh}一点也不{quality.zh}。"),
        Phrase(f"is {thing.en} {quality.en}?", f"{thing.zh}{quality.zh}吗？"),
    ))


@template
def these_are(choice):
    noun, quality = _judged(choice)
    which, zh_which = choice.pick((("these", "这些"), ("those", "那些")))
    how, zh_how = choice.pick((("very ", "很"), ("really ", "真"), ("too ", "太")) if quality.excessive else
                              (("very ", "很"), ("really ", "真")))
    end = "了。" if zh_how == "太" else "。"
    return Phrase(f"{which} {noun.plural} are {how}{quality.en}.", f"{zh_which}{noun.zh}{zh_how}{quality.zh}{end}")


@template
def too_much(choice):
    noun, quality = _judged(choice, lambda q: q.excessive, among=lex.COUNTED_GOODS)
    thing = g.pointed(choice, noun)
    if choice.chance(0.4):
        return Phrase(f"{thing.en} is too {quality.en}.", f"{thing.zh}太{quality.zh}了。")
    who = g.person(choice)
    return Phrase(f"{thing.en} is too {quality.en} for {who.object}.", f"{thing.zh}对{who.zh}来说太{quality.zh}了。")


@template
def one_thinks(choice):
    who = g.person(choice)
    noun, quality = _judged(choice, lambda q: q.en not in ("new", "old"))
    thing = g.pointed(choice, noun)
    think, zh_think = choice.pick(((g.by_number(who, "think", "thinks"), "觉得"), ("said", "说")))
    return Phrase(f"{who.en} {think} {thing.en} is very {quality.en}." if think != "said" else
                  f"{who.en} said {thing.en} was very {quality.en}.", f"{who.zh}{zh_think}{thing.zh}很{quality.zh}。")


@template
def the_one_bought(choice):
    who = g.person(choice)
    noun, quality = _judged(choice, lambda q: q.en not in ("new", "old"), among=lex.COUNTED_GOODS)
    time, zh_time = choice.pick(lex.SHOPPING_TIMES)
    return Phrase(f"the {noun.en} {who.en} bought {time} is very {quality.en}.",
                  f"{who.zh}{zh_time}买的{noun.zh}很{quality.zh}。")


@template
def more_than_that(choice):
    noun, quality = _judged(choice)
    this, that, zh_this, zh_that = choice.pick((("this", "that", "这", "那"), ("that", "this", "那", "这")))
    zh_this, zh_that = zh_this + noun.measure + noun.zh, zh_that + noun.measure
    return choice.pick((
        Phrase(f"{this} {noun.en} is {quality.comparative} than {that} one.", f"{zh_this}比{zh_that}{quality.zh}。"),
        Phrase(f"{this} {noun.en} isn't as {quality.en} as {that} one.", f"{zh_this}没有{zh_that}{quality.zh}。"),
        Phrase(f"{this} {noun.en} is as {quality.en} as {that} one.", f"{zh_this}和{zh_that}一样{quality.zh}。"),
        Phrase(f"{this} {noun.en} is much {quality.comparative} than {that} one.",
               f"{zh_this}比{zh_that}{quality.zh}得多。"),
    ))


@template
def mine_and_yours(choice):
    noun, quality = _judged(choice, among=[n for n in lex.COUNTED if n.kind not in ("plant", "beast", "fruit", "egg")])
    owners = (("my", "mine", "我的"), ("your", "yours", "你的"), ("his", "his", "他的"), ("her", "hers", "她的"),
              ("our", "ours", "我们的"), ("their", "theirs", "他们的"))
    first = choice.pick(owners)
    second = choice.pick([owner for owner in owners if owner != first])
    return Phrase(f"{first[0]} {noun.en} is {quality.comparative} than {second[1]}.",
                  f"{first[2]}{noun.zh}比{second[2]}{quality.zh}。")


@template
def the_most(choice):
    noun, quality = _judged(choice, lambda q: q.superlative, among=lex.COUNTED_GOODS)
    place = lex.PLACES[noun.shop]
    thing, zh_thing = choice.pick((("this", "这"), ("that", "那")))
    return Phrase(f"{thing} is the {quality.superlative} {noun.en} {place.at}.",
                  f"{zh_thing}是{place.zh}里最{quality.zh}的{noun.zh}。")


@template
def costs(choice):
    noun = choice.pick([n for n in lex.COUNTED_GOODS if n.en != "car"])
    thing = g.pointed(choice, noun)
    price, zh_price, _ = choice.pick([row for row in lex.PRICES if noun.kind in row[2]])
    who = g.person(choice)
    return choice.pick((
        Phrase(f"{thing.en} costs {price}.", f"{thing.zh}要{zh_price}。"),
        Phrase(f"{who.en} spent {price} on {thing.en}.", f"{who.zh}花了{zh_price}买{thing.zh}。"),
    ))


@template
def feels(choice):
    who = g.person(choice)
    feeling, zh_feeling = choice.pick(lex.FEELINGS)
    bad, zh_bad = choice.pick([f for f in lex.FEELINGS if f[0] != "happy"])
    look = g.by_number(who, "look", "looks")
    return choice.pick((
        Phrase(f"{who.en} {g.be(who)} very {feeling} today.", f"{who.zh}今天很{zh_feeling}。"),
        Phrase(f"{who.en} {g.be_not(who)} {feeling} now.", f"{who.zh}现在不{zh_feeling}。"),
        Phrase(f"{who.en} {g.was(who)} too {bad} yesterday.", f"{who.zh}昨天太{zh_bad}了。"),
        Phrase(f"{who.en} {look} a little {bad}.", f"{who.zh}看起来有点{zh_bad}。"),
    ))


@template
def people_compared(choice):
    first = g.person(choice)
    second = g.named(choice, without=(first,))
    trait, comparative, zh_trait = choice.pick(lex.TRAITS)
    return choice.pick((
        Phrase(f"{first.en} {g.be(first)} {comparative} than {second.en}.", f"{first.zh}比{second.zh}{zh_trait}。"),
        Phrase(f"{first.en} {g.be_not(first)} as {trait} as {second.en}.", f"{first.zh}没有{second.zh}{zh_trait}。"),
        Phrase(f"{first.en} {g.be(first)} as {trait} as {second.en}.", f"{first.zh}和{second.zh}一样{zh_trait}。"),
    ))


@template
def better_at(choice):
    first, act = someone_acting(choice, lambda a: a.skill)
    second = g.named(choice, act.ages, without=(first,))
    return Phrase(f"{first.en} {g.present(first, act)} better than {second.en}.",
                  f"{first.zh}{g.done_so(act)}比{second.zh}好。")


def _worker(choice, ages):
    """Someone whose work isn't known yet."""
    employed = ("our teacher", "the doctor", "the driver", "my boss")
    return choice.pick([
        p for p in lex.PEOPLE
        if p.age in ages and p.agreement not in ("you", "they") and p.en not in employed
    ])


@template
def job(choice):
    who = _worker(choice, ("any", "grown"))
    name, zh_name = choice.pick(lex.JOBS)
    city, zh_city = choice.pick(lex.CITIES)
    return choice.pick((
        Phrase(f"{who.en} {g.be(who)} {g.article(name)} in {city}.", f"{who.zh}在{zh_city}当{zh_name}。"),
        Phrase(f"{who.en} {g.be_not(who)} {g.article(name)}.", f"{who.zh}不是{zh_name}。"),
        Phrase(f"{who.en} {g.was(who)} {g.article(name)} before.", f"{who.zh}以前是{zh_name}。"),
        Phrase(f"{who.en} became {g.article(name)} in {city}.", f"{who.zh}在{zh_city}当上了{zh_name}。"),
    ))


@template
def dream_job(choice):
    who = _worker(choice, ("any", "child"))
    name, zh_name = choice.pick(lex.JOBS)
    other, zh_other = choice.pick([j for j in lex.JOBS if j[0] != name])
    want = g.by_number(who, "want", "wants")
    return choice.pick((
        Phrase(f"{who.en} {want} to be {g.article(name)}.", f"{who.zh}想当{zh_name}。"),
        Phrase(f"{who.en} {g.do_not(who)} want to be {g.article(name)}.", f"{who.zh}不想当{zh_name}。"),
        Phrase(f"{who.en} {want} to be {g.article(name)} or {g.article(other)}.", f"{who.zh}想当{zh_name}或者{zh_other}。"),
    ))
