import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { csvTemplate, jsonTemplate } from './import-templates.ts'

test('the CSV templates have the columns that the broker reads', () => {
  expect(csvTemplate('plain')).toBe(
    'user_id,password,is_superuser\r\nuser1,password1,true\r\nuser2,password2,false\r\n',
  )
  expect(csvTemplate('hash').split('\r\n')[0]).toBe('user_id,password_hash,salt,is_superuser')
})

test('the hashes of the template match the example passwords, with the salt before the password', () => {
  const rows: unknown = JSON.parse(jsonTemplate('hash'))
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(rows).toMatchObject([
    { password_hash: hash('de1024f462fb83910fd13151bd4bd235password1') },
    { password_hash: hash('ee68c985a69208b6eda8c6c9b4c7c2d2password2') },
  ])
})
