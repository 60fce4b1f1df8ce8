import { expect, test } from 'vitest'
import { readableName } from './texts.ts'

test.each([
  ['max_batch_bytes', 'Max batch bytes'],
  ['idp_metadata_url', 'Idp metadata URL'],
  ['session_ttl', 'Session TTL'],
  ['iotdb_version', 'IoTDB version'],
  ['zoneId', 'Zone ID'],
  ['clientid_prefix', 'Client ID prefix'],
  ['$handler_name', 'Handler name'],
  ['sql', 'SQL'],
])('%s reads as %s', (name, text) => {
  expect(readableName(name)).toBe(text)
})
