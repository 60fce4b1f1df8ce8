import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixedTexts } from '../apps/dashboard/src/specification-texts.ts'
import { readEnglishTexts } from './english-texts.ts'
import { typeScriptFiles } from './source-files.ts'

/** Words and sentence patterns that no text for users may have, with what to write instead. */
const banned: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?:^|[.!?:;] )(?:Who|Whoever|Whom|What|Whose)\b(?![^.;]*\?)/, 'name the subject: "Banned clients are …"'],
  [/\bwho(?:m|so)?ever\b/i, 'anyone, any client'],
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
  [/\bstands?\b/i, 'is'],
  [/\b(?:tell|tells|told|telling)\b/i, 'reports, shows'],
  [/\b(?:says?|said|saying)\b/i, 'reports, is'],
  [/\b(?:nobody|somebody|anybody|everybody)\b/i, 'no client, another user, anyone'],
  [/\bfigures?\b/i, 'statistics, metrics'],
  [/\bswitched (?:on|off)\b/i, 'enabled, disabled'],
  [/\bkeepalive\b/i, 'keep alive'],
  [/\bby (?:itself|themselves)\b/i, 'automatically'],
  [/\b(?:the very|whatever|beside|shall|ought)\b/i, 'a plain word'],
  [/\bbeg(?:in|ins|an)\b/i, 'starts, started, start'],
  [/\bin (?:the )?place of\b/i, 'instead of'],
  [/\bany ?more\b/i, 'no longer'],
  [/\bplace holders?\b/i, 'placeholder'],
  [/\bsecond factor\b/i, 'two-factor authentication'],
  [/\bauthorization sources?\b/i, 'ACL source'],
  [/\bno effect here\b/i, 'No effect on this broker'],
]

/** Chinese terms of which the glossary has another translation. */
const bannedChinese = ['您', '授权检查器', '授权数据源', '踢出', '载荷', '散列', '主题挂载点', '许可证', '密码套件']

const texts = readEnglishTexts(['apps/dashboard/src', 'apps/server/src', 'packages'])

test('the English texts are found', () => {
  const all = texts.map(({ text }) => text)
  expect(all).toContain('Retained messages')
  expect(all).toContain('The API key or its secret is wrong.')
  expect(all.length).toBeGreaterThan(3000)
})

test('no Chinese text has a banned term', () => {
  const paths = ['apps/dashboard/src', 'apps/server/src', 'packages'].flatMap(typeScriptFiles)
  const wrong = paths.flatMap((path) => {
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
  const wrong = texts.flatMap(({ path, text }) => {
    if (fixedTexts.includes(text)) return []
    const [pattern, instead] = banned.find(([one]) => one.test(text)) ?? []
    return pattern ? [`${path}: “${text}” has ${pattern}; write: ${instead}`] : []
  })
  expect(wrong.join('\n')).toBe('')
})
