"""The words of the demo corpus: tables of people, actions, places, times and things.

Each table is a block of text with one entry a line and fields divided by bars. English and Chinese stand side by side,
and the extra fields say what goes with what, so that the templates make sensible sentences only.
"""

from typing import NamedTuple, Tuple


def rows(table):
    """The lines of a table as lists of stripped fields."""
    return [[field.strip() for field in line.split("|")] for line in table.strip().splitlines()]


# ---- People ----------------------------------------------------------------------------------------------------------


class Person(NamedTuple):
    en: str
    zh: str
    agreement: str  # "I", "you", "he" (third person singular) or "they" (any other plural)
    age: str  # "any", "child", "grown" or "elder"
    pronoun: str
    zh_pronoun: str
    possessive: str
    object: str  # the English object form of the phrase
    kind: str  # "pronoun", "name", "kin" or "role"

    @property
    def zh_possessive(self):
        return self.zh_pronoun + "的"


_FORMS = {
    "I": ("我", "my", "me"),
    "you": ("你", "your", "you"),
    "he": ("他", "his", "him"),
    "she": ("她", "her", "her"),
    "we": ("我们", "our", "us"),
    "they": ("他们", "their", "them"),
}
_AGREEMENT = {"I": "I", "you": "you", "he": "he", "she": "he", "we": "they", "they": "they"}

_PEOPLE = """
I                  | 我         | I    | any   | pronoun
you                | 你         | you  | any   | pronoun
he                 | 他         | he   | any   | pronoun
she                | 她         | she  | any   | pronoun
we                 | 我们       | we   | any   | pronoun
they               | 他们       | they | any   | pronoun
Tom                | 汤姆       | he   | child | name
Mary               | 玛丽       | she  | child | name
Jack               | 杰克       | he   | child | name
Lily               | 莉莉       | she  | child | name
Peter              | 彼得       | he   | child | name
Anna               | 安娜       | she  | child | name
Mr. Wang           | 王先生     | he   | grown | name
Miss Li            | 李小姐     | she  | grown | name
Mrs. Chen          | 陈太太     | she  | grown | name
my mother          | 我妈妈     | she  | grown | kin
my father          | 我爸爸     | he   | grown | kin
my older brother   | 我哥哥     | he   | grown | kin
my older sister    | 我姐姐     | she  | grown | kin
my younger brother | 我弟弟     | he   | child | kin
my younger sister  | 我妹妹     | she  | child | kin
my uncle           | 我叔叔     | he   | grown | kin
my aunt            | 我阿姨     | she  | grown | kin
my grandmother     | 我奶奶     | she  | elder | kin
my grandfather     | 我爷爷     | he   | elder | kin
my friends         | 我的朋友们 | they | any   | role
our teacher        | 我们的老师 | she  | grown | role
my boss            | 我的老板   | he   | grown | role
my neighbor        | 我的邻居   | he   | grown | role
his wife           | 他的妻子   | she  | grown | role
her husband        | 她的丈夫   | he   | grown | role
her son            | 她的儿子   | he   | child | role
his daughter       | 他的女儿   | she  | child | role
the girl           | 那个女孩   | she  | child | role
the boy            | 那个男孩   | he   | child | role
the doctor         | 那位医生   | she  | grown | role
the driver         | 那位司机   | he   | grown | role
the children       | 孩子们     | they | child | role
the students       | 学生们     | they | child | role
"""


def _person(en, zh, form, age, kind):
    zh_pronoun, possessive, object_form = _FORMS[form]
    object_en = object_form if kind == "pronoun" else en
    return Person(en, zh, _AGREEMENT[form], age, form, zh_pronoun, possessive, object_en, kind)


PEOPLE = [_person(*row) for row in rows(_PEOPLE)]
PERSON = {person.en: person for person in PEOPLE}

# Who may do what: the ages an action's last field allows. A pronoun is of any age.
AGES = {
    "all": ("any", "child", "grown", "elder"),
    "young": ("any", "child", "grown"),
    "grown": ("any", "grown", "elder"),
    "worker": ("any", "grown"),
    "child": ("any", "child"),
}

JOBS = rows("""
teacher  | 老师
doctor   | 医生
nurse    | 护士
engineer | 工程师
cook     | 厨师
singer   | 歌手
writer   | 作家
lawyer   | 律师
""")

# ---- Places ----------------------------------------------------------------------------------------------------------


class Place(NamedTuple):
    at: str  # "in the park"
    to: str  # "to the park"
    the: str  # "the park"
    zh_at: str  # after 在
    zh: str  # the bare name


PLACES = {
    row[0]: Place(*row[1:])
    for row in rows("""
home        | at home            | home               | home            | 家       | 家
school      | at school          | to school          | the school      | 学校     | 学校
library     | in the library     | to the library     | the library     | 图书馆   | 图书馆
park        | in the park        | to the park        | the park        | 公园里   | 公园
kitchen     | in the kitchen     | to the kitchen     | the kitchen     | 厨房里   | 厨房
living room | in the living room | to the living room | the living room | 客厅里   | 客厅
bedroom     | in the bedroom     | to the bedroom     | the bedroom     | 卧室里   | 卧室
classroom   | in the classroom   | to the classroom   | the classroom   | 教室里   | 教室
garden      | in the garden      | to the garden      | the garden      | 花园里   | 花园
playground  | on the playground  | to the playground  | the playground  | 操场上   | 操场
office      | in the office      | to the office      | the office      | 办公室   | 办公室
restaurant  | in the restaurant  | to the restaurant  | the restaurant  | 餐厅     | 餐厅
market      | at the market      | to the market      | the market      | 市场     | 市场
supermarket | at the supermarket | to the supermarket | the supermarket | 超市     | 超市
bookstore   | at the bookstore   | to the bookstore   | the bookstore   | 书店     | 书店
mall        | at the mall        | to the mall        | the mall        | 商场     | 商场
lake        | by the lake        | to the lake        | the lake        | 湖边     | 湖边
river       | by the river       | to the river       | the river       | 河边     | 河边
museum      | in the museum      | to the museum      | the museum      | 博物馆   | 博物馆
pool        | in the pool        | to the pool        | the pool        | 游泳池里 | 游泳池
zoo         | at the zoo         | to the zoo         | the zoo         | 动物园   | 动物园
cinema      | at the cinema      | to the cinema      | the cinema      | 电影院   | 电影院
hospital    | at the hospital    | to the hospital    | the hospital    | 医院     | 医院
station     | at the station     | to the station     | the station     | 车站     | 车站
hotel       | at the hotel       | to the hotel       | the hotel       | 酒店     | 酒店
bank        | at the bank        | to the bank        | the bank        | 银行     | 银行
post office | at the post office | to the post office | the post office | 邮局     | 邮局
airport     | at the airport     | to the airport     | the airport     | 机场     | 机场
""")
}

# Places a person can go to by bus, ask the way to, or find near another one.
TOWN_PLACES = ("library", "park", "supermarket", "bookstore", "museum", "zoo", "cinema", "hospital", "station", "hotel",
               "bank", "post office", "restaurant")
OUTINGS = ("library", "park", "supermarket", "bookstore", "museum", "zoo", "cinema", "market", "mall")

CITIES = rows("""
Beijing   | 北京
Shanghai  | 上海
Guangzhou | 广州
London    | 伦敦
Paris     | 巴黎
New York  | 纽约
Tokyo     | 东京
""")

# ---- Actions ---------------------------------------------------------------------------------------------------------


class Verb(NamedTuple):
    base: str
    third: str
    past: str
    ing: str


VERBS = {
    row[0]: Verb(*row)
    for row in (line.split() for line in """
read reads read reading
watch watches watched watching
listen listens listened listening
play plays played playing
drink drinks drank drinking
eat eats ate eating
cook cooks cooked cooking
wash washes washed washing
clean cleans cleaned cleaning
study studies studied studying
write writes wrote writing
swim swims swam swimming
run runs ran running
dance dances danced dancing
sing sings sang singing
rest rests rested resting
work works worked working
take takes took taking
draw draws drew drawing
ride rides rode riding
fly flies flew flying
water waters watered watering
feed feeds fed feeding
walk walks walked walking
buy buys bought buying
chat chats chatted chatting
do does did doing
""".strip().splitlines())
}


class Action(NamedTuple):
    verb: Verb
    rest: str  # the English after the verb, with its leading space
    zh_verb: str
    zh_rest: str
    places: Tuple[str, ...]
    ages: Tuple[str, ...]
    lasting: bool  # "for two hours" goes with it
    skill: bool  # "can" and "well" go with it

    @property
    def zh(self):
        return self.zh_verb + self.zh_rest


_ACTIONS = """
read novels         | 看       | 小说   | home, library, park, bedroom      | young  | lasting
read newspapers     | 看       | 报纸   | home, library, office             | grown  | lasting
watch TV            | 看       | 电视   | home, living room                 | all    | lasting
watch movies        | 看       | 电影   | home, cinema                      | young  |
listen to music     | 听       | 音乐   | home, bedroom, park, office       | all    | lasting
listen to the radio | 听       | 广播   | home, kitchen                     | grown  | lasting
play basketball     | 打       | 篮球   | playground, park, school          | young  | lasting, skill
play football       | 踢       | 足球   | playground, park, school          | young  | lasting, skill
play tennis         | 打       | 网球   | park, school                      | young  | lasting, skill
play table tennis   | 打       | 乒乓球 | park, school                      | all    | lasting, skill
play chess          | 下       | 棋     | home, park, garden, school        | all    | lasting, skill
play the piano      | 弹       | 钢琴   | home, living room, school         | all    | lasting, skill
play the guitar     | 弹       | 吉他   | home, park, bedroom, river        | young  | lasting, skill
play the violin     | 拉       | 小提琴 | home, bedroom, lake               | young  | lasting, skill
drink tea           | 喝       | 茶     | home, office, garden, restaurant  | grown  |
drink coffee        | 喝       | 咖啡   | home, office, restaurant, kitchen | grown  |
drink milk          | 喝       | 牛奶   | home, kitchen                     | all    |
drink juice         | 喝       | 果汁   | home, kitchen, restaurant         | young  |
eat noodles         | 吃       | 面条   | home, restaurant, kitchen         | all    |
eat dumplings       | 吃       | 饺子   | home, restaurant                  | all    |
eat fruit           | 吃       | 水果   | home, kitchen, living room        | all    |
cook                | 做       | 饭     | home, kitchen                     | grown  | lasting, skill
wash clothes        | 洗       | 衣服   | home                              | grown  | lasting
wash the dishes     | 洗       | 碗     | kitchen                           | all    |
clean the room      | 打扫     | 房间   |                                   | young  | lasting
study English       | 学       | 英语   | home, school, library             | young  | lasting
study Chinese       | 学       | 中文   | home, school, library             | young  | lasting
study math          | 学       | 数学   | home, school, library             | child  | lasting
study history       | 学       | 历史   | school, library                   | young  | lasting
write letters       | 写       | 信     | home, office                      | grown  | lasting
write stories       | 写       | 故事   | home, library, garden             | young  | lasting
swim                | 游       | 泳     | pool                              | young  | lasting, skill
run                 | 跑       | 步     | park, playground, lake, river     | young  | lasting
dance               | 跳       | 舞     | park, living room                 | all    | lasting, skill
sing                | 唱       | 歌     | park, garden, classroom           | all    | lasting, skill
rest                | 休息     |        | home, bedroom, garden             | all    | lasting
work                | 工作     |        | home, office                      | worker | lasting
take photos         | 拍       | 照     | park, garden, lake, zoo           | young  |
draw pictures       | 画       | 画     | home, classroom, park, garden     | all    | lasting, skill
ride a bike         | 骑       | 自行车 | park                              | young  | lasting, skill
fly kites           | 放       | 风筝   | park, playground, river           | young  | lasting
water the flowers   | 浇       | 花     | garden                            | all    |
feed the cat        | 喂       | 猫     | kitchen, garden                   | all    |
walk the dog        | 遛       | 狗     | park, river                       | all    | lasting
buy vegetables      | 买       | 菜     | market, supermarket               | grown  |
buy clothes         | 买       | 衣服   | mall                              | young  |
chat with friends   | 和朋友聊 | 天     | home, park, restaurant, garden    | all    | lasting
do homework         | 做       | 作业   | home, library, classroom          | child  | lasting
take a walk         | 散       | 步     | park, lake, river, garden         | all    | lasting
"""


def _action(english, zh_verb, zh_rest, places, who, flags):
    verb, _, rest = english.partition(" ")
    place_names = tuple(name.strip() for name in places.split(",") if name.strip())
    return Action(VERBS[verb], " " + rest if rest else "", zh_verb, zh_rest, place_names, AGES[who],
                  "lasting" in flags, "skill" in flags)


ACTIONS = [_action(*row) for row in rows(_ACTIONS)]

# What one asks people not to do, and where.
NUISANCES = rows("""
listen to music  | 听音乐   | library, classroom, museum, hospital
eat noodles      | 吃面条   | library, classroom, museum, office
drink coffee     | 喝咖啡   | library, classroom, museum
play basketball  | 打篮球   | classroom, garden, living room, office
play football    | 踢足球   | classroom, garden, living room, hospital
sing             | 唱歌     | library, hospital, museum, office
dance            | 跳舞     | library, hospital, classroom, office
take photos      | 拍照     | museum, hospital, bank, cinema
play the guitar  | 弹吉他   | library, office, hospital, classroom
chat             | 聊天     | library, cinema, classroom
sleep            | 睡觉     | office, classroom, library, museum, station
ride a bike      | 骑自行车 | playground, garden, station, school
""")

# ---- Times -----------------------------------------------------------------------------------------------------------

PAST_TIMES = rows("""
yesterday           | 昨天
yesterday morning   | 昨天早上
yesterday afternoon | 昨天下午
last night          | 昨晚
last week           | 上周
last Monday         | 上周一
last Saturday       | 上周六
last month          | 上个月
this morning        | 今天早上
two days ago        | 两天前
""")
RECENT_DAYS = [row for row in PAST_TIMES if row[0] not in ("last week", "last month", "two days ago")]
SHOPPING_TIMES = [row for row in PAST_TIMES if row[0] != "last night"]

FUTURE_TIMES = rows("""
tomorrow           | 明天
tomorrow morning   | 明天早上
tomorrow afternoon | 明天下午
tomorrow evening   | 明天晚上
tonight            | 今晚
this weekend       | 这个周末
next Friday        | 下周五
next Sunday        | 下周日
next week          | 下周
next month         | 下个月
""")
FUTURE_DAYS = [row for row in FUTURE_TIMES if row[0] not in ("tonight", "next month", "next week")]

HABIT_TIMES = rows("""
every day         | 每天都
every morning     | 每天早上都
every afternoon   | 每天下午都
every evening     | 每天晚上都
every weekend     | 每个周末都
every Sunday      | 每个星期天都
on Saturdays      | 星期六
in the evening    | 晚上
after dinner      | 晚饭后
""")
LOOSE_TIMES = [row for row in HABIT_TIMES if not row[0].startswith("every")]

FREQUENCIES = rows("""
often     | 经常
usually   | 通常
always    | 总是
sometimes | 有时候
seldom    | 很少
never     | 从不
""")

CLOCK = rows("""
six              | 六点
half past six    | 六点半
seven            | 七点
half past seven  | 七点半
eight            | 八点
half past eight  | 八点半
nine             | 九点
half past nine   | 九点半
ten              | 十点
half past ten    | 十点半
""")

DURATIONS = rows("""
half an hour | 半个小时
an hour      | 一个小时
two hours    | 两个小时
three hours  | 三个小时
""")

YEARS = rows("""
two years   | 两年
three years | 三年
five years  | 五年
eight years | 八年
ten years   | 十年
""")

# ---- Things ----------------------------------------------------------------------------------------------------------


class Noun(NamedTuple):
    en: str
    plural: str
    zh: str
    measure: str
    kind: str
    attributes: Tuple[str, ...]  # adjectives before the noun
    predicates: Tuple[str, ...]  # adjectives after "is"
    shop: str  # where one buys it; empty for what one doesn't buy


# Adjectives before a noun, as they stand after a measure word.
ATTRIBUTE = dict(rows("""
new         | 新
old         | 旧
big         | 大
small       | 小
thick       | 厚
red         | 红色的
blue        | 蓝色的
white       | 白色的
black       | 黑色的
green       | 绿色的
yellow      | 黄色的
beautiful   | 漂亮的
cheap       | 便宜的
expensive   | 昂贵的
interesting | 有趣的
comfortable | 舒适的
cute        | 可爱的
fresh       | 新鲜的
"""))
COLORS = ("red", "blue", "white", "black", "green", "yellow")


class Quality(NamedTuple):
    en: str
    comparative: str
    superlative: str  # empty where no one asks for the most
    zh: str
    excessive: bool  # "too heavy" makes sense


QUALITIES = {
    row[0]: Quality(row[0], row[1], row[2], row[3], row[4] == "too")
    for row in rows("""
expensive   | more expensive   | most expensive   | 贵   | too
cheap       | cheaper          | cheapest         | 便宜 |
beautiful   | more beautiful   | most beautiful   | 漂亮 |
new         | newer            | newest           | 新   |
old         | older            |                  | 旧   |
big         | bigger           | biggest          | 大   | too
small       | smaller          | smallest         | 小   | too
heavy       | heavier          |                  | 重   | too
light       | lighter          |                  | 轻   |
long        | longer           |                  | 长   | too
short       | shorter          |                  | 短   | too
thick       | thicker          |                  | 厚   | too
interesting | more interesting | most interesting | 有趣 |
useful      | more useful      | most useful      | 有用 |
difficult   | more difficult   |                  | 难   | too
comfortable | more comfortable | most comfortable | 舒服 |
warm        | warmer           |                  | 暖和 |
fresh       | fresher          |                  | 新鲜 |
sweet       | sweeter          |                  | 甜   | too
cute        | cuter            |                  | 可爱 |
clever      | cleverer         |                  | 聪明 |
fast        | faster           |                  | 快   |
""")
}

# kind | adjectives before the noun | adjectives after "is" | shop; C stands for all colors, P for both prices
_KINDS = {
    row[0]: row[1:]
    for row in rows("""
book      | new, old, interesting            | interesting, useful, thick, difficult, P, new, old   | bookstore
reference | new, old, thick                  | useful, thick, heavy, P, new, old                    | bookstore
magazine  | new, old, interesting            | interesting, useful, P, new, old                     | bookstore
garment   | new, beautiful, P, C             | P, beautiful, new, old, warm, big, small             | mall
wrap      | new, beautiful, P, C             | P, beautiful, new, old, long, short                  | mall
pair      | new, beautiful, P, C             |                                                      | mall
vehicle   | new, P, C                        | P, new, old, fast, beautiful                         | mall
device    | new, P                           | P, new, old, light, beautiful                        | mall
table     | new, big, small                  | P, new, old, big, small, heavy, beautiful            | mall
seat      | new, big, small, comfortable     | P, new, old, big, small, heavy, comfortable          | mall
container | new, big, small, beautiful, C    | P, new, big, small, beautiful, light                 | mall
tool      | new, cheap, beautiful, C         | P, new, old, beautiful, useful                       | supermarket
paper     | new, old                         | new, old, useful, big                                | bookstore
picture   | old, beautiful, interesting, big | beautiful, interesting, P, old                       | mall
animal    | big, small, cute, black, white   | cute, clever, big, small                             | -
beast     | big, cute                        | cute, clever, big                                    | -
fish      | big, small, fresh                | big, small, fresh, P                                 | market
fruit     | big, fresh                       | big, small, fresh, sweet, P                          | market
egg       | big, fresh                       | big, small, fresh, P                                 | market
cake      | big, small                       | big, small, fresh, sweet, P                          | supermarket
plant     | big, small                       | big, small, beautiful                                | -
""")
}

_NOUNS = """
book       | books        | 书     | 本 | book
novel      | novels       | 小说   | 本 | book
dictionary | dictionaries | 词典   | 本 | reference
magazine   | magazines    | 杂志   | 本 | magazine
coat       | coats        | 大衣   | 件 | wrap
shirt      | shirts       | 衬衫   | 件 | garment
sweater    | sweaters     | 毛衣   | 件 | garment
hat        | hats         | 帽子   | 顶 | garment
raincoat   | raincoats    | 雨衣   | 件 | wrap
scarf      | scarves      | 围巾   | 条 | wrap
shoes      |              | 鞋     | 双 | pair
gloves     |              | 手套   | 双 | pair
bike       | bikes        | 自行车 | 辆 | vehicle
car        | cars         | 车     | 辆 | vehicle
computer   | computers    | 电脑   | 台 | device
camera     | cameras      | 相机   | 台 | device
phone      | phones       | 手机   | 部 | device
watch      | watches      | 手表   | 块 | device
table      | tables       | 桌子   | 张 | table
chair      | chairs       | 椅子   | 把 | seat
bed        | beds         | 床     | 张 | seat
sofa       | sofas        | 沙发   | 张 | seat
bag        | bags         | 包     | 个 | container
box        | boxes        | 箱子   | 个 | container
cup        | cups         | 杯子   | 个 | container
umbrella   | umbrellas    | 雨伞   | 把 | tool
pen        | pens         | 钢笔   | 支 | tool
map        | maps         | 地图   | 张 | paper
picture    | pictures     | 画     | 幅 | picture
cat        | cats         | 猫     | 只 | animal
dog        | dogs         | 狗     | 只 | animal
rabbit     | rabbits      | 兔子   | 只 | animal
bird       | birds        | 鸟     | 只 | animal
panda      | pandas       | 熊猫   | 只 | beast
horse      | horses       | 马     | 匹 | beast
fish       | fish         | 鱼     | 条 | fish
apple      | apples       | 苹果   | 个 | fruit
orange     | oranges      | 橙子   | 个 | fruit
pear       | pears        | 梨     | 个 | fruit
watermelon | watermelons  | 西瓜   | 个 | fruit
egg        | eggs         | 鸡蛋   | 个 | egg
cake       | cakes        | 蛋糕   | 个 | cake
tree       | trees        | 树     | 棵 | plant
"""


def _adjectives(text):
    groups = {"C": COLORS, "P": ("expensive", "cheap"), "": ()}
    return tuple(word for name in text.split(",") for word in groups.get(name.strip(), (name.strip(),)))


def _noun(en, plural, zh, measure, kind):
    attributes, predicates, shop = _KINDS[kind]
    return Noun(en, plural, zh, measure, kind, _adjectives(attributes), _adjectives(predicates),
                "" if shop == "-" else shop)


NOUNS = [_noun(*row) for row in rows(_NOUNS)]
NOUN = {noun.en: noun for noun in NOUNS}
COUNTED = [noun for noun in NOUNS if noun.kind != "pair"]
GOODS = [noun for noun in NOUNS if noun.shop and noun.en != "car"]
COUNTED_GOODS = [noun for noun in GOODS if noun.kind != "pair"]
WEARABLES = [noun for noun in NOUNS if noun.kind in ("garment", "wrap", "pair")]
# Things a person carries about, loses, lends and puts on tables.
BELONGINGS = [
    NOUN[name] for name in ("book", "dictionary", "magazine", "hat", "scarf", "camera", "phone", "watch", "bag",
                            "umbrella", "pen", "map", "cup")
]
READABLES = [noun for noun in NOUNS if noun.kind in ("book", "magazine")]
# Things one has, buys or sees two or three of, hardly ten.
FEW_AT_A_TIME = ("pair", "vehicle", "device", "table", "seat", "animal", "beast", "picture", "garment", "wrap")

NUMBERS = rows("""
two   | 两
three | 三
four  | 四
five  | 五
six   | 六
ten   | 十
""")

# Prices and the kinds of things that cost so much.
PRICES = rows("""
ten yuan           | 十元   | book, magazine, paper, container, tool, fruit, egg, cake, fish
twenty yuan        | 二十元 | book, magazine, paper, container, tool, fruit, egg, cake, fish
thirty yuan        | 三十元 | book, magazine, reference, paper, container, tool, fruit, egg, cake, fish
fifty yuan         | 五十元 | book, reference, container, tool, garment, wrap, cake, fish
one hundred yuan   | 一百元 | reference, garment, wrap, container, picture, cake
two hundred yuan   | 两百元 | garment, wrap, picture, table, seat
three hundred yuan | 三百元 | garment, wrap, picture, table, seat, vehicle
five hundred yuan  | 五百元 | garment, picture, table, seat, vehicle, device
one thousand yuan  | 一千元 | picture, table, seat, vehicle, device
two thousand yuan  | 两千元 | table, seat, vehicle, device
""")


class Serving(NamedTuple):
    unit: str
    units: str
    en: str
    measure: str
    zh: str
    verb: str  # "eat" or "drink"


SERVINGS = [Serving(*row) for row in rows("""
cup of    | cups of    | tea       | 杯 | 茶     | drink
cup of    | cups of    | coffee    | 杯 | 咖啡   | drink
glass of  | glasses of | milk      | 杯 | 牛奶   | drink
glass of  | glasses of | juice     | 杯 | 果汁   | drink
glass of  | glasses of | water     | 杯 | 水     | drink
bottle of | bottles of | beer      | 瓶 | 啤酒   | drink
bowl of   | bowls of   | soup      | 碗 | 汤     | drink
bowl of   | bowls of   | rice      | 碗 | 米饭   | eat
bowl of   | bowls of   | noodles   | 碗 | 面条   | eat
plate of  | plates of  | dumplings | 盘 | 饺子   | eat
piece of  | pieces of  | bread     | 片 | 面包   | eat
piece of  | pieces of  | chocolate | 块 | 巧克力 | eat
""")]

# Where things lie: the place, and the kinds or nouns that are found there.
SPOTS = rows("""
on the table    | 桌子上   | book, reference, magazine, paper, container, tool, fruit, device, cake, egg
on the desk     | 书桌上   | book, reference, magazine, paper, tool, device
under the table | 桌子下面 | animal, container
on the bed      | 床上     | book, reference, magazine, garment, wrap, animal
on the sofa     | 沙发上   | book, reference, magazine, garment, wrap, animal
behind the door | 门后面   | animal, umbrella, box, chair
in the box      | 箱子里   | book, reference, magazine, fruit, tool, wrap, garment, egg
in the fridge   | 冰箱里   | fruit, egg, cake, fish
on the wall     | 墙上     | picture, paper
in the garden   | 花园里   | animal, plant
in the room     | 房间里   | table, seat, device, animal
in the kitchen  | 厨房里   | table, seat, egg, fruit, cake
""")

# ---- Feelings and weather --------------------------------------------------------------------------------------------

FEELINGS = rows("""
tired   | 累
busy    | 忙
happy   | 高兴
hungry  | 饿
thirsty | 渴
sleepy  | 困
nervous | 紧张
sad     | 难过
""")

# What people are compared by: English, comparative, Chinese.
TRAITS = rows("""
tall    | taller       | 高
strong  | stronger     | 强壮
busy    | busier       | 忙
clever  | cleverer     | 聪明
careful | more careful | 细心
patient | more patient | 耐心
""")

WEATHER = rows("""
hot   | hotter  | 热
cold  | colder  | 冷
warm  | warmer  | 暖和
cool  | cooler  | 凉快
""")

SEASONS = rows("""
in spring | 春天
in summer | 夏天
in autumn | 秋天
in winter | 冬天
""")

VEHICLES = rows("""
by bus    | 坐公交车
by subway | 坐地铁
by taxi   | 坐出租车
by car    | 开车
by bike   | 骑自行车
on foot   | 走路
""")
