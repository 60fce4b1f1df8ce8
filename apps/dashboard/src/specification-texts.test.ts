import { expect, test } from 'vitest'

/** Texts that the specification fixes word by word (sections 2, 4, 5 and 8), of the features that exist. */
const fixedTexts = [
  'Username is required',
  'Password is required',
  'Client ID is required',
  'Name is required',
  'The new and old passwords cannot be the same',
  "Two inputs don't match!",
  'Please enter the correct JSON',
  'node name is required',
  'Please enter a properly formatted rate configuration',
  'Duplicated Attribute',
  'Please select a file first',
  'Please upload a file with extension ${extensions}',
  'Wildcards are not yet supported by Topic Metrics',
  'Incorrect username or password.',
  'Network Error.',
  'Login has expired, please login again',
  'Operation failed.',
  'Upload Failed.',
  'Test failed',
  'Test success, your configuration works fine.',
  'connection is successful',
  'Client not connected',
  'Subscription failure',
  'Publishing failure',
  'connection disconnected',
  'Error occurred',
  "There are some errors occurred in retrieving the client's detail.",
  'The client does not exist.',
  'No data available on this page. Redirected to the first page.',
  'Trace too long, suggest download',
  'Updated successfully',
  'kicked out successfully',
  'cleared successfully',
  'invite successfully',
  'Logged out',
  'This page could not be found',
  'To ensure your account security, we kindly request you to change your default password.',
]

const catalogues = import.meta.glob<string>(
  ['./**/*messages.ts', './**/fault-texts.ts', './data/error-texts/codes.ts', '!./**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
)
const all = Object.values(catalogues).join('\n').replaceAll('’', "'").replaceAll("\\'", "'")

test.each(fixedTexts)('the message catalogues have “%s”', (text) => {
  expect(all.includes(text)).toBe(true)
})
