import { expect, test } from 'vitest'
import { matching, type PaletteEntry, parseCommand } from './entries.ts'

const entry = (label: string, keywords: readonly string[] = []): PaletteEntry => ({
  id: label,
  label,
  keywords,
  run: () => {},
})

test('every typed word must match, and names that start with the text come first', () => {
  const entries = [entry('Follow the log', ['trace']), entry('Catalog'), entry('Log'), entry('Nodes')]
  expect(matching(entries, 'LOG').map(({ label }) => label)).toEqual(['Log', 'Follow the log', 'Catalog'])
  expect(matching(entries, 'trace foll').map(({ label }) => label)).toEqual(['Follow the log'])
  expect(matching(entries, '')).toHaveLength(4)
})

test('a command is a verb followed by a space, in either language', () => {
  expect(parseCommand('kick dev-1 ')).toEqual({ verb: 'kick', clientid: 'dev-1' })
  expect(parseCommand('  Ban a b')).toEqual({ verb: 'ban', clientid: 'a b' })
  expect(parseCommand('踢除 温度')).toEqual({ verb: 'kick', clientid: '温度' })
  expect(parseCommand('kick ')).toEqual({ verb: 'kick', clientid: '' })
  expect(parseCommand('kick')).toBeUndefined()
  expect(parseCommand('bandwidth')).toBeUndefined()
})
