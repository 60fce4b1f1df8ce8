// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '../api/render-page.tsx'
import { recordedAnswers } from '../api/test-cluster.ts'
import { features } from './routes.ts'

/** Every field with this name in an answer gets this value. */
const invented: Readonly<Record<string, string>> = {
  status: 'hibernating',
  node_status: 'hibernating',
  type: 'quantum_bus',
  mechanism: 'zero_knowledge',
  backend: 'delphi_oracle',
  role: 'auditor',
  as: 'fingerprint',
  from: 'carrier_pigeon',
  name: 'quantum_thing',
}
let count = 0

function bent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bent)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    // Types and names identify resources.
    typeof inner !== 'string'
      ? bent(inner)
      : key === 'type' || key === 'name'
        ? `${invented[key]}_${++count}`
        : (invented[key] ?? inner),
  ])
  // The ID of an authenticator consists of its mechanism and backend.
  const id = 'mechanism' in value ? { id: `${invented.mechanism}:${invented.backend}_${++count}` } : {}
  return { ...Object.fromEntries(entries), ...id, an_invented_field: { deep: [1, 'x'] } }
}

let answers: Answers
const complaints: string[] = []
beforeAll(async () => {
  const recorded = Object.entries(await recordedAnswers('get-seeded'))
  answers = Object.fromEntries(
    recorded.map(([path, answer]) => [
      path,
      async (asked: URL) => {
        count = 0
        const told: unknown = typeof answer === 'function' ? answer(asked) : answer
        return bent(told instanceof Response ? await told.json() : told)
      },
    ]),
  )
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words.map(String).join(' ')))
})
beforeEach(() => {
  complaints.length = 0
})

afterEach(cleanup)

/** As shown: `zero_knowledge` may be displayed as "Zero knowledge". */
const plain = (text: string | null) => (text ?? '').toLowerCase().replaceAll(/[_\s]+/g, ' ')

test.each<[path: string, ...words: string[]]>([
  ['/dashboard/nodes', 'hibernating'],
  ['/alarm/current', 'quantum thing'],
  ['/authentication', 'zero knowledge', 'delphi oracle'],
  ['/authorization', 'quantum bus'],
  ['/banned-clients', 'fingerprint'],
  ['/connector', 'quantum bus', 'hibernating'],
  ['/rule/actions', 'quantum bus', 'hibernating'],
  ['/rule/source', 'quantum bus', 'hibernating'],
  ['/rule/rules', 'quantum thing'],
  ['/listener', 'quantum bus'],
  ['/users', 'auditor', 'delphi oracle'],
  ['/api-key', 'auditor'],
  ['/audit-log', 'carrier pigeon'],
  ['/cluster', 'emqx@127.0.0.1'],
])('%s shows unknown values by their own name: %s', async (path, ...words) => {
  const feature = features.find(({ pages }) => pages.some((page) => page.path === path))
  if (!feature) throw new Error(path)
  await renderPage(feature, path, answers, { role: 'administrator' })
  await screen.findByRole('heading', { level: 1 })
  for (const word of words) await waitFor(() => expect(plain(document.body.textContent)).toContain(word))
  expect(document.body.textContent).not.toMatch(/undefined|\[object|NaN/)
  expect(complaints).toEqual([])
})
