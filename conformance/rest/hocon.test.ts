import { readHocon, writeHocon } from '@mqdeck/contract'
import { recordedText, recordings } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'

const answers = recordings('seed').flatMap(({ name, path, body }) =>
  /^\/configs(\?|$)/.test(path) && typeof body === 'string' ? [[name, body] as const] : [],
)
const texts = ['get-fresh', 'get-seeded'].map(
  (folder) => [`${folder}/configs`, recordedText(folder, '/configs')] as const,
)

describe('a configuration of EMQX is the same text after parsing and printing', () => {
  test('there are recordings of configurations', () => expect(answers.length + texts.length).toBeGreaterThanOrEqual(5))

  test.each([...texts, ...answers])('%s', (_, text) => expect(writeHocon(readHocon(text))).toBe(text))
})
