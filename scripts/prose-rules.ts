import type { Sentence } from './prose-text.ts';

/** Documents and comments explain, so their sentences may be longer than those in the app. */
export type Kind = 'document' | 'comment' | 'words';
export type Finding = { rule: RuleName; line: number; match: string; advice: string };

const maxWords: Record<Kind, number> = { document: 35, comment: 35, words: 20 };

type Phrase = { pattern: RegExp; advice: string };
const instead = (pattern: RegExp, better: string): Phrase => ({ pattern, advice: `write "${better}"` });

const archaic: Phrase[] = [
  instead(/\bbeside\b/gi, 'next to, with or in addition to'),
  instead(/\banew\b/gi, 'again'),
  instead(/\breckon(?:s|ed|ing|ers?)?\b/gi, 'compute or expect'),
  instead(/\bfor ever\b/gi, 'forever, without limit or permanently'),
  instead(/\bmeanwhile\b/gi, 'in the meantime, or name the event'),
  instead(/\bby (?:itself|themselves)\b/gi, 'automatically or on its own'),
  // "From now on" and "from then on" are ordinary English.
  instead(/\bfrom (?!(?:now|then|here|there) on)(?:[\w{}$'’-]+ ){1,4}on(?=[,.;:)!?]|$)/gi, 'X and later, X and higher'),
  instead(/\bfrom [a-z]+ ?(?:\d+|\{\w+\}) on (?=(?:you|we|they|it|users?)\b)/gi, 'X and higher'),
  // "As a whole" and whole numbers are ordinary English, and so is counting in whole units.
  instead(
    /(?<!\b(?:as a|on the) )\bwhole\b(?! (?:numbers?|units?|cents?|coins|seconds|minutes|hours|days|weeks|months|years|slots|percent|USDT?)\b)/gi,
    'entire, complete, all of, or drop it',
  ),
];

const jargon: Phrase[] = [
  instead(/\bthe \d+(?:st|nd|rd|th) part\b/gi, 'p99'),
  instead(/\bthe releases? before\b/gi, 'the previous release'),
  instead(/\b(?:stands?|stood|standing) still\b/gi, 'stalls, hangs or stops'),
  instead(/\b(?:stream|server|database|bus|process|program|connection) (?:is|was) away\b/gi, 'is down or disconnected'),
  instead(/\bservers? of (?:its|their) own\b/gi, 'a dedicated server'),
  instead(/\b(?:another|a second|two|other) pasts?\b/gi, 'a rewritten history or two histories'),
  instead(/\bin (?:some|any|every)body['’]s sight\b/gi, 'visible to users'),
  instead(/\bkeys? (?:that )?(?:turns?|turned)\b|\bturn(?:s|ed|ing)? (?:a|the|its|their) keys?\b/gi, 'rotate a key'),
  instead(/\bthe walk of\b/gi, 'the lifecycle of'),
  instead(/\b(?:as (?:it|they) stands? (?:t?here))\b/gi, 'verbatim'),
  instead(/\b(?:money|deposit|stake|rest|amount|USDT|\{\w+\}) (?:comes?|came) back\b/gi, 'is returned'),
];

const subject = /^["“(]*(?:Who|Whom|Whoever|Whomever|What|Whatever|Nobody|Everybody)(?:['’]\w+)?\b/;
const negation =
  /(?<!\bthere )(?<!\bthat )\b(?:is|are|was|were) no (?!(?:longer|more|less|fewer|later|earlier|older|newer|higher|lower|greater|larger|smaller|different|better|worse|one)\b)\w+/gi;
const word = /[\p{L}\p{N}{][\p{L}\p{N}{}'’.,:/@%_-]*/gu;

const matchesOf = (phrases: readonly Phrase[]) => (text: string) =>
  phrases.flatMap(({ pattern, advice }) => [...text.matchAll(pattern)].map(([match]) => ({ match, advice })));

type Rule = (sentence: Sentence, kind: Kind) => { match: string; advice: string }[];

/** Each rule returns what it finds in a sentence. Questions may begin with "who" or "what", and labels are not sentences. */
const rules = {
  subject: ({ text, isLabel }) =>
    isLabel || text.endsWith('?') || !subject.test(text)
      ? []
      : [{ match: subject.exec(text)![0], advice: 'begin with the actor: a user, an operator, the server' }],
  archaic: ({ text }) => matchesOf(archaic)(text),
  negation: ({ text }) =>
    [...text.matchAll(negation)].map(([match]) => ({
      match,
      advice: `write "isn't a", "doesn't have" or "there is no"`,
    })),
  jargon: ({ text }) => matchesOf(jargon)(text),
  length: ({ text }, kind) => {
    const count = text.match(word)?.length ?? 0;
    const max = maxWords[kind];
    return count <= max ? [] : [{ match: `${text.slice(0, 50)}…`, advice: `split it: ${count} words, at most ${max}` }];
  },
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as RuleName[];

export const findIn = (sentence: Sentence, kind: Kind): Finding[] =>
  ruleNames.flatMap((rule) => rules[rule](sentence, kind).map((found) => ({ rule, line: sentence.line, ...found })));
