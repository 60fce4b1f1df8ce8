import { expect, test } from 'vitest'
import { shared } from './shared.ts'
import sharedSource from './shared.ts?raw'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!./shared.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The texts of one language by key, as source text: `cancel` -> `'Cancel'`. Those of groups count only in `columns`. */
function textsIn(source: string): ReadonlyMap<string, string> {
  const columns = [...source.matchAll(/^ {4}columns: \{$([\s\S]*?)^ {4}\},$/gm)].map(([, group = '']) => group)
  const lines = [...source.matchAll(/^ {4}(\w+): (.+),$/gm), ...columns.join('').matchAll(/^ {6}(\w+): (.+),$/gm)]
  return new Map(lines.map(([, key = '', text = '']) => [key, text]))
}

function languages(source: string): readonly [en: ReadonlyMap<string, string>, zh: ReadonlyMap<string, string>] {
  const [en = '', zh = ''] = source.split(/^ {2}zh: \{$/m)
  return [textsIn(en), textsIn(zh)]
}

const [english, chinese] = languages(sharedSource)

test('the source of the shared texts is read completely', () => {
  const constant = Object.entries(shared.en).filter(([, text]) => typeof text === 'string')
  for (const [key, text] of constant) expect(english.get(key)).toBe(`'${text}'`)
  expect(chinese.get('cancel')).toBe("'取消'")
})

test('no message object declares a text that the shared texts have under the same name', () => {
  const repeated = Object.entries(sources).flatMap(([path, source]) =>
    source
      .split('defineMessages({')
      .slice(1)
      .flatMap((declaration) => {
        const [en, zh] = languages(declaration)
        const isRepeated = (key: string) => en.get(key) === english.get(key) && zh.get(key) === chinese.get(key)
        return [...en.keys()].filter((key) => english.has(key) && isRepeated(key)).map((key) => `${path}: ${key}`)
      }),
  )
  expect(repeated).toEqual([])
})
