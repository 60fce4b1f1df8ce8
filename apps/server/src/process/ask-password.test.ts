import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askPassword } from './ask-password.ts'

function setup(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const screen = new PassThrough({ encoding: 'utf8' })
  return { input, answer: askPassword(input, screen), shown: () => String(screen.read()) }
}

describe('a new password', () => {
  it('is entered twice on a terminal and not shown', async () => {
    const { input, answer, shown } = setup(true)
    input.write('Abcd1234!\rAbcd1234!\r')
    expect(await answer).toBe('Abcd1234!')
    expect(shown()).toBe('New password: \nRepeat the password: \n')
  })

  it('is rejected if the two entries differ', async () => {
    const { input, answer } = setup(true)
    input.write('Abcd1234!\rAbcd12345\r')
    await expect(answer).rejects.toMatchObject({ message: expect.stringContaining('do not match'), exitCode: 1 })
  })

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('is cancelled by %s', async (_name, key) => {
    const { input, answer } = setup(true)
    input.write(`Abcd1234!\r${key}`)
    await expect(answer).rejects.toMatchObject({ exitCode: 130 })
  })

  it('is the first line of input that is not a terminal', async () => {
    const { input, answer, shown } = setup(false)
    input.write('Abcd1234!\r\nmore\n')
    expect(await answer).toBe('Abcd1234!')
    expect(shown()).toBe('null')
  })

  it('is reported as missing for empty input', async () => {
    const { input, answer } = setup(false)
    input.end()
    await expect(answer).rejects.toThrow('no password')
  })
})
