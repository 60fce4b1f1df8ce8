import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { startProcess, waitForPort } from './process.ts'

const node = (script: string) => startProcess({ command: process.execPath, args: ['-e', script] })

test('reads a child line by line and waits for its exit', async () => {
  const child = node('console.log("one"); console.error("two"); process.exitCode = 3')
  expect(await child.line(/two/)).toBe('two')
  expect(await child.line(/one/)).toBe('one')
  expect(await child.waitForExit()).toEqual({ code: 3, signal: null })
})

test('waiting for a missing line fails with the output of the child', async () => {
  const child = node('console.log("something else")')
  await expect(child.line(/ready/)).rejects.toThrow(/something else/)
})

test('a program that cannot be started is reported', async () => {
  const child = startProcess({ command: '/does/not/exist' })
  await expect(child.line(/ready/)).rejects.toThrow(/ENOENT/)
})

test('kill stops a child immediately', async () => {
  const child = node('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready")')
  await child.line(/ready/)
  expect(await child.kill()).toEqual({ code: null, signal: 'SIGKILL' })
})

test('waitForPort resolves when the port accepts connections', async () => {
  const port = await freePort()
  const child = node(`setTimeout(() => require("net").createServer().listen(${port}, "127.0.0.1"), 100)`)
  await waitForPort(port)
  await child.stop()
})
