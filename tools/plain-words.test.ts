import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixedTexts } from '../apps/dashboard/src/specification-texts.ts'
import { typeScriptFiles } from './source-files.ts'
import { readWords, type Words } from './words.ts'

/** A word or a sentence pattern with its replacement. */
type Ban = readonly [pattern: RegExp, instead: string]

/** For texts, comments and test titles. */
const everywhere: readonly Ban[] = [
  [/(?:^|[.!?:;] )(?:Who|Whoever|Whom|What|Whose)\b(?![^.;]*\?)/, 'name the subject: "Banned clients are …"'],
  [/\b(?:whom|who(?:m|so)?ever)\b/i, 'anyone, any client'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\banew\b/i, 'again'],
  [/\b(?:of late|lately)\b/i, 'recently'],
  [/\bbegun\b/i, 'started'],
  [/\bfor ?ever\b/i, 'permanently, never expires'],
  [/\bat once\b/i, 'immediately'],
  [/\bgo(?:es)? on\b/i, 'continues'],
  [/\blet(?:s|ting)? in\b/i, 'accepts, accepted'],
  [/\b(?:come|comes|came|coming) back\b/i, 'reconnects, is available again'],
  [/\b(?:is|are|was|were) made\b/i, 'is created, consists of'],
  [/\bstands?\b(?! for\b)/i, 'is'],
  [/\b(?:tell|tells|told|telling)\b/i, 'reports, shows'],
  [/\b(?:nobody|somebody|anybody|everybody)\b/i, 'no client, another user, anyone'],
  [/\bswitched (?:on|off)\b/i, 'enabled, disabled'],
  [/\bby (?:itself|themselves)\b/i, 'automatically'],
  [/\b(?:the very|whatever|beside|shall|ought)\b/i, 'a plain word'],
  [/\bbeg(?:in|ins|an)\b/i, 'starts, started, start'],
  [/\bin (?:the )?place of\b/i, 'instead of'],
  [/\bany ?more\b/i, 'no longer'],
  [/\bplace holders?\b/i, 'placeholder'],
]

const inTexts: readonly Ban[] = [
  [/\b(?:says?|said|saying)\b/i, 'reports, is'],
  [/\bfigures?\b/i, 'statistics, metrics'],
  [/\bkeepalive\b/i, 'keep alive'],
  [/\bsecond factor\b/i, 'two-factor authentication'],
  [/\bauthorization sources?\b/i, 'ACL source'],
  [/\bno effect here\b/i, 'No effect on this broker'],
]

const inComments: readonly Ban[] = [
  [/[:;] (?:and )?(?:who|what|whose)\b(?![^.;]*\?)/, 'name the subject'],
  [/, (?:and|but) (?:who|what|whose)\b/, 'name the subject'],
  [/\bones? (?:that|which|who)\b/i, 'repeat the noun: "or a key that …"'],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b)/i, 'is not a'],
  [/\bnothing (?:but|to say)\b|\b(?:says?|said|wants?|means?|knows?) nothing\b/i, 'name what is missing'],
  [/\bof the [\w-]+(?: [\w-]+)? of the\b/i, 'turn a part around: "a rule test"'],
  [/(?:\bof (?:the|an?) [\w-]+(?: [\w-]+)? ){2}of (?:the|an?)\b/i, 'turn a part around: "a rule test"'],
]

const inTitles: readonly Ban[] = [...inComments, [/^(?:who|what|whose)\b/, 'name the subject']]

const inNames: readonly Ban[] = [[/^(?:most|longest|largest)[A-Z]/, 'max…']]

/** The participle of an event names a result or a state, not an action. */
const inCommands: readonly Ban[] = [[/^(?!feed$|embed$|seed$|need$|speed$)[a-z]+ed$/, 'a verb: onRequest, acknowledge']]

/** Words of comments, titles and names that are right where they are, with the reason. */
const exceptions: readonly (readonly [words: string, reason: string])[] = [
  ['closed', 'an event of transports, channels and clients in packages/broker and packages/gateways, with many users'],
]

/** Chinese terms of which the glossary has another translation. */
const bannedChinese = ['您', '授权检查器', '授权数据源', '踢出', '载荷', '散列', '主题挂载点', '许可证', '密码套件']

const product = ['apps/dashboard/src', 'apps/server/src', 'packages']
const files = ['apps', 'packages', 'bench', 'conformance', 'tools'].flatMap(typeScriptFiles).map(readWords)
const texts = files.filter(({ path }) => product.some((folder) => path.startsWith(`${folder}/`)))

test('the texts, comments, titles and names are found', () => {
  const all = (kind: keyof Omit<Words, 'path'>) => files.flatMap((file) => [...file[kind]])
  expect(all('texts')).toContain('Retained messages')
  expect(all('texts')).toContain('The API key or its secret is wrong.')
  expect(all('texts').length).toBeGreaterThan(3000)
  expect(all('comments')).toContain('Chinese terms of which the glossary has another translation.')
  expect(all('titles')).toContain('the texts, comments, titles and names are found')
  expect(all('names')).toContain('bannedChinese')
  expect(all('commands')).toContain('invalidate')
})

test('no Chinese text has a banned term', () => {
  const wrong = product.flatMap(typeScriptFiles).flatMap((path) => {
    const lines = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').split('\n')
    return lines.flatMap((line) => {
      const term = bannedChinese.find((one) => line.includes(one))
      // A command of the palette has several spellings.
      return term === undefined || /踢除\|踢出/.test(line) ? [] : [`${path}: ${term} in ${line.trim()}`]
    })
  })
  expect(wrong.join('\n')).toBe('')
})

test('no English text has a banned word or pattern', () => {
  expect(violations(texts, 'texts', [...everywhere, ...inTexts], fixedTexts)).toBe('')
})

const excepted = exceptions.map(([words]) => words)

test('no comment has a banned word or pattern', () => {
  expect(violations(files, 'comments', [...everywhere, ...inComments], excepted)).toBe('')
})

test('no test title has a banned word or pattern', () => {
  expect(violations(files, 'titles', [...everywhere, ...inTitles], excepted)).toBe('')
})

test('no name has a banned word', () => {
  expect(violations(files, 'names', inNames, excepted)).toBe('')
  expect(violations(files, 'commands', inCommands, excepted)).toBe('')
})

test('every exception is needed', () => {
  const found = new Set(files.flatMap((file) => [...file.comments, ...file.titles, ...file.names, ...file.commands]))
  expect(excepted.filter((words) => !found.has(words))).toEqual([])
})

/** One line for each. Code within backticks is not checked. */
function violations(
  files: readonly Words[],
  kind: keyof Omit<Words, 'path'>,
  bans: readonly Ban[],
  allowed: readonly string[],
): string {
  const lines = files.flatMap((file) =>
    [...file[kind]].flatMap((words) => {
      if (allowed.includes(words)) return []
      const [pattern, instead] = bans.find(([one]) => one.test(words.replaceAll(/`[^`]*`/g, '`x`'))) ?? []
      return pattern ? [`${file.path}: “${words}” has ${pattern}; write: ${instead}`] : []
    }),
  )
  return lines.join('\n')
}
