import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkNamedFile, NamedFileError, openRegularFile, openRegularFileSync, readNamedFile } from './named-file.ts'

let folder: string
const at = (name: string) => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'named-'))
  writeFileSync(at('text'), 'ünïcode')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a regular file is read, also through a link', async () => {
  symlinkSync('text', at('link'))
  expect(await readNamedFile(at('link'))).toBe('ünïcode')
})

test('pipes, devices and folders are rejected without being opened', async () => {
  execFileSync('mkfifo', [at('pipe')])
  symlinkSync('pipe', at('link'))
  for (const path of [at('pipe'), at('link'), '/dev/zero', '/dev/tty', folder]) {
    await expect(readNamedFile(path)).rejects.toThrow(NamedFileError)
    await expect(checkNamedFile(path)).rejects.toThrow('is not a regular file')
  }
})

test('a new file is created for writing, and pipes and devices are not opened for it', async () => {
  const toAppend = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND
  closeSync(openRegularFileSync(at('new'), toAppend))
  expect(statSync(at('new')).mode & 0o777).toBe(0o600)
  execFileSync('mkfifo', [at('pipe')])
  for (const path of [at('pipe'), '/dev/null', folder]) {
    expect(() => openRegularFileSync(path, toAppend)).toThrow(NamedFileError)
    await expect(openRegularFile(path, toAppend)).rejects.toThrow(NamedFileError)
  }
})

test('a file above the limit is rejected, also if its size is only known while it is read', async () => {
  await expect(readNamedFile(at('text'), { maxBytes: 8 })).rejects.toThrow('larger than 8 bytes')
  expect(await readNamedFile(at('text'), { maxBytes: 9 })).toBe('ünïcode')
  // Files of the kernel have the size 0.
  await expect(readNamedFile('/proc/self/status', { maxBytes: 100 })).rejects.toThrow('larger than 100 bytes')
})

test('a missing file is a system error when it is read, and passes the check', async () => {
  await expect(readNamedFile(at('none'))).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(checkNamedFile(at('none'))).resolves.toBeUndefined()
})

test('reading a file that does not answer fails at the deadline', async () => {
  const after = (_: number, call: () => void) => {
    call()
    return () => {}
  }
  await expect(readNamedFile(at('text'), { clock: { after } })).rejects.toThrow('no answer within')
})
