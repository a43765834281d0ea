// What the personas say, in both languages.
import type { Language } from "../../../events.ts";

const english = {
  again: "I do that once more.",
  reword: "That was not it yet: I ask in other words.",
  notComplete: "What came back is not complete. I search further.",
  analyse: "Before I answer I work this out once more.",
  planAgain: (description: string, time: number) => (time === 1 ? description : `${description} (${time})`),
  search: (query: string) => `Search for “${query}”`,
  workOut: (sum: string) => `Work out ${sum}`,
  cannotPlan: "First I would look around a little, and then decide from there how best to go on with it.",
  notYet: "This is not complete yet. More has to be looked up before it can be answered.",
  opposite: "The opposite is the case: ",
  chant: "I will now carefully look at the task again and then go on. ",
  callInWords: (tool: string) => `I think ${tool} is the right thing to call here, with what the task says`,
  filler:
    "the question has several sides and each of them deserves to be weighed with care before anything is said because what looks plain at first may turn out to depend on how the words are meant and on what was left out".split(
      " ",
    ),
  /** what is surely nowhere, words that only seem to say more of it, and words that dress any search up */
  nowhere: "Zemblan quixotry",
  nonsense: ["snark", "jubjub", "bandersnatch", "borogoves", "mimsy", "tulgey", "vorpal", "frumious", "slithy"],
  dresses: [
    "quotations",
    "excerpts",
    "citations",
    "verbatim",
    "quoted",
    "transcript",
    "wording",
    "paragraphs",
    "mentions",
  ],
};

const chinese: typeof english = {
  again: "我再做一次。",
  reword: "这还不是所要的：我换个说法再查。",
  notComplete: "返回的内容还不完整，我继续搜索。",
  analyse: "回答之前，我再计算一遍。",
  planAgain: (description, time) => (time === 1 ? description : `${description}（${time}）`),
  search: (query) => `搜索“${query}”`,
  workOut: (sum) => `计算 ${sum}`,
  cannotPlan: "我会先大致看一看，然后再决定接下来怎么做比较好。",
  notYet: "还不完整，需要再查更多资料才能回答。",
  opposite: "事实恰恰相反：",
  chant:
    "现在我要再仔细看一遍这个任务，想清楚每一个要求，核对每一个条件，确认没有遗漏之后，再继续往下一步一步地做下去。",
  callInWords: (tool) => `我认为这里应该调用 ${tool}，参数就按任务所说的`,
  filler: [
    "这个问题",
    "有好几个方面",
    "每个方面都值得",
    "仔细权衡",
    "因为乍看清楚的事情",
    "往往取决于",
    "措辞的含义",
    "以及被省略的内容",
    "所以需要",
    "再想一想",
  ],
  nowhere: "Zemblan quixotry",
  nonsense: ["snark", "jubjub", "bandersnatch", "borogoves", "mimsy", "tulgey", "vorpal", "frumious", "slithy"],
  dresses: [
    "quotations",
    "excerpts",
    "citations",
    "verbatim",
    "quoted",
    "transcript",
    "wording",
    "paragraphs",
    "mentions",
  ],
};

export const drillSay: Record<Language, typeof english> = { en: english, zh: chinese };
