import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { noteText } from './note-texts.ts'

const folder = fileURLToPath(new URL('../../../../../packages/access/src', import.meta.url))

/** The notes in the code of authenticators and sources; `word` replaces each placeholder. */
function notesInCode(): readonly string[] {
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

test('every note of authenticators and sources has a Chinese text', () => {
  const notes = notesInCode()
  expect(notes.length).toBeGreaterThan(40)
  expect(notes.filter((text) => noteText(text, 'zh') === text)).toEqual([])
})

test('variable parts are kept, and unknown notes are shown unchanged', () => {
  expect(noteText('user looked up by clientid', 'zh')).toBe('按 clientid 查找用户')
  expect(noteText('user looked up by clientid', 'en')).toBe('User looked up by clientid')
  expect(noteText('something newer', 'zh')).toBe('something newer')
})
