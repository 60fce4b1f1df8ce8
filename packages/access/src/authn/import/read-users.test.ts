import { expect, test } from 'vitest'
import { readUserList, readUsersFile } from './read-users.ts'

/** In pieces of one byte: nothing may depend on where a piece ends. */
async function* bytesOf(text: string | Uint8Array) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1)
}
const read = (text: string | Uint8Array, name = 'u.csv', type: 'plain' | 'hash' = 'plain') =>
  readUsersFile(bytesOf(text), name, type)

test('CSV has quotes, line breaks of any kind, a byte order mark and columns in any order (RFC 4180)', async () => {
  const text =
    '\ufeffis_superuser,password,user_id,note\r\n' +
    'true,"a ""quoted"", word",ünn,x\r\n' +
    '\r\n' +
    '0,"two\nlines",bob,"",too many\n' +
    '1,x,"last"'
  expect(await read(text)).toEqual([
    { user_id: 'ünn', password: 'a "quoted", word', is_superuser: true },
    { user_id: 'bob', password: 'two\nlines', is_superuser: false },
    { user_id: 'last', password: 'x', is_superuser: true },
  ])
})

test('JSON is a list of objects, whatever stands in its texts', async () => {
  const text =
    ' [ {"user_id":"a[1]","password":"},{\\"\\\\","is_superuser":true} ,\n{"user_id":"b","password":"[","more":{"x":[1]}}]\n'
  expect(await read(text, 'U.JSON')).toEqual([
    { user_id: 'a[1]', password: '},{"\\', is_superuser: true },
    { user_id: 'b', password: '[', is_superuser: false },
  ])
  expect(await read('[]', 'u.json')).toEqual([])
})

test('the salt of a hash is optional', async () => {
  expect(await read('user_id,password_hash,salt\na,abc,\nb,def,s', 'u.csv', 'hash')).toEqual([
    { user_id: 'a', password_hash: 'abc', salt: '', is_superuser: false },
    { user_id: 'b', password_hash: 'def', salt: 's', is_superuser: false },
  ])
})

test.each([
  ['u.csv', 'user_id,password\nann,x\n,y\nbob', 'Row 2: user_id is missing; Row 3: password is missing'],
  ['u.csv', 'user_id,password\nann,"x"y', 'after row 0: text after the closing quote of a field'],
  ['u.csv', 'user_id,password\nann,x\nbob,"y', 'after row 1: unclosed quote'],
  ['u.csv', 'name,password\nann,x', 'the first line must contain the column names'],
  ['u.csv', Buffer.from([0x75, 0xff, 0x0a]), 'not valid'],
  ['u.json', '[{"user_id":"a","password":"x"},7]', 'Row 2: must be an object'],
  ['u.json', '[{"user_id":"a","password":"x"}', 'the array is not closed'],
  ['u.json', '[{"user_id":"a","password":"x"}]]', 'must be an array of objects'],
  ['u.json', '[{"user_id":"a",}]', 'after row 0'],
  ['u.json', '{"user_id":"a"}', 'must be an array of objects'],
  ['u.txt', '', 'must have the extension .csv or .json'],
])('%s with %j is rejected with the position of the error', async (name, text, message) => {
  await expect(read(text, name)).rejects.toThrow(message)
})

test('only the first ten invalid rows are reported', () => {
  const rows = Array.from({ length: 50 }, () => ({}))
  expect(() => readUserList(rows, 'plain')).toThrow(/^Row 1: .*Row 10: [a-z_ ]+; and more$/)
})
