import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFileBytes } from './read-file-bytes.ts'

async function read(path: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readFileBytes(path)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('a file that cannot be opened fails when it is read, and not before', async () => {
  const bytes = readFileBytes('/nowhere/at-all')
  await new Promise((resolve) => setImmediate(resolve))
  await expect(bytes.next()).rejects.toThrow('ENOENT')
})

test('only regular files are read: a device never ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bytes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'text'), 'abc')
  expect(await read(join(folder, 'text'))).toBe('abc')
  await expect(read(folder)).rejects.toThrow('not a regular file')
  await expect(read('/dev/zero')).rejects.toThrow('not a regular file')
})
