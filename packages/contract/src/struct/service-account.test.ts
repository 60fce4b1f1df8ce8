import { expect, test } from 'vitest'
import { mask } from './secret-texts.ts'
import { readServiceAccount, serviceAccount } from './service-account.ts'

const file = {
  type: 'service_account',
  project_id: 'mqtt-project',
  private_key_id: 'k1',
  private_key: '-----BEGIN PRIVATE KEY-----\nMIIEvQ==\n-----END PRIVATE KEY-----\n',
  client_email: 'mqtt@mqtt-project.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
}
const problemOf = (value: unknown) => {
  const { error } = serviceAccount().schema.safeParse(value)
  return JSON.stringify(error?.issues ?? '')
}

test('a service account is read from text, from an object and from JSON in a JSON string', () => {
  const text = JSON.stringify(file)
  const kind = serviceAccount()
  expect(kind.schema.parse(text)).toBe(text)
  expect(kind.schema.parse(file)).toBe(text)
  const fail = (reason: string) => expect.unreachable(reason)
  for (const given of [text, JSON.stringify(text)])
    expect(readServiceAccount(given, fail)).toEqual({
      projectId: 'mqtt-project',
      clientEmail: file.client_email,
      keyId: 'k1',
      privateKey: file.private_key,
    })
})

test('a mask is accepted, because the stored account replaces it', () => {
  expect(serviceAccount().schema.parse(mask)).toBe(mask)
})

test.each([
  ['no JSON', 'a JSON object'],
  ['[]', 'a JSON object'],
  [JSON.stringify(`{"private_key": "${file.private_key}`), 'a JSON object'],
  [7, 'must be the content of a JSON key file'],
  [{ ...file, type: 'authorized_user' }, 'type in the JSON must be'],
  [{ ...file, type: undefined }, 'type is missing in the JSON'],
  [{ ...file, project_id: undefined }, 'project_id is missing in the JSON'],
  [{ ...file, project_id: '../other' }, 'project_id in the JSON must have letters'],
  [{ ...file, private_key_id: '' }, 'private_key_id in the JSON must be a non-empty string'],
  [{ ...file, private_key: 7 }, 'private_key in the JSON must be a non-empty string'],
  [{ ...file, private_key: 'MIIEvQ==' }, 'private_key in the JSON must begin with -----BEGIN PRIVATE KEY-----'],
  [{ ...file, client_email: 'someone' }, 'client_email in the JSON must be an email address'],
  ['x'.repeat(70_000), 'a JSON object'],
])('%j is rejected, because %s', (value, reason) => {
  const problem = problemOf(value)
  expect(problem).toContain(reason)
  expect(problem).not.toContain('MIIEvQ')
})
