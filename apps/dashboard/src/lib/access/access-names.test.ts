import { authnManifests, authzManifests } from '@mqdeck/access/catalog'
import { expect, test } from 'vitest'
import { backendMessages, mechanismMessages } from './access-names.ts'

test('authenticators and ACL sources have the names of their manifests', () => {
  for (const locale of ['en', 'zh'] as const) {
    const backends: Readonly<Record<string, string>> = backendMessages[locale]
    const mechanisms: Readonly<Record<string, string>> = mechanismMessages[locale]
    for (const { mechanism, backend, label } of authnManifests)
      expect(backend === undefined ? mechanisms[mechanism] : backends[backend]).toBe(label[locale])
    for (const { type, label } of authzManifests) expect(backends[type]).toBe(label[locale])
  }
})
