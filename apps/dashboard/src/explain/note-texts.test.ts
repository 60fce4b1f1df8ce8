import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { noteText } from './note-texts.ts'

const folder = fileURLToPath(new URL('../../../../packages/access/src', import.meta.url))

/** What authenticators and sources say, as it stands in their code; a word in the place of what varies. */
function saidInCode(): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => name.endsWith('.ts') && !/(^|\/)test-|\.test\.ts$/.test(name))
    .flatMap((name) => {
      const code = readFileSync(join(folder, name), 'utf8')
      return Array.from(code.matchAll(call), ([, first, second]) => [first, second])
    })
    .flat()
    .filter((text) => text !== undefined)
    .map((text) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, 'word'))
}

/** `note?.('this')`, `note?.(is ? 'this' : 'that', ...)`, `` note(`this ${way}`) `` */
const call = /\bnote(?:\?\.)?\(\s*(?:[^'`,()]*\?\s*)?('[^']*'|`[^`]*`)(?:\s*:\s*('[^']*'|`[^`]*`))?/g

test('all that authenticators and sources say of their steps has other words in Chinese', () => {
  const said = saidInCode()
  expect(said.length).toBeGreaterThan(40)
  expect(said.filter((text) => noteText(text, 'zh') === text)).toEqual([])
})

test('what varies stays, and what is unknown is shown as it came', () => {
  expect(noteText('looked up by clientid', 'zh')).toBe('按 clientid 查找')
  expect(noteText('looked up by clientid', 'en')).toBe('Looked up by clientid')
  expect(noteText('something newer', 'zh')).toBe('something newer')
})
