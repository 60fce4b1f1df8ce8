import { expect, test } from 'vitest'
import imports from './mantine-styles.ts?raw'
import variables from './mantine-variables.css?raw'

const sheets: Readonly<Record<string, string>> = import.meta.glob(
  '../../../../../node_modules/@mantine/core/styles/*.layer.css',
  { query: '?raw', import: 'default', eager: true },
)
const imported = [...imports.matchAll(/@mantine\/core\/styles\/[\w.]+/g)].map(
  ([name]) => sheets[`../../../../../node_modules/${name}`] ?? '',
)
const defined = new Set([...variables.matchAll(/(--mantine-[\w-]+):/g)].map(([, name]) => name))

test('every variable used by Mantine’s style sheets has a value', () => {
  expect(imported.length).toBeGreaterThan(10)
  expect(imported).not.toContain('')
  const used = imported.flatMap((sheet) => [...sheet.matchAll(/var\((--mantine-[\w-]+)/g)].map(([, name]) => name))
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([])
})
