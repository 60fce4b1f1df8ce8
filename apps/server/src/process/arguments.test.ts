import { describe, expect, it } from 'vitest'
import { settings } from '../config/settings.ts'
import { helpText, readArguments, UsageError } from './arguments.ts'

describe('the command line', () => {
  it.each([
    [[], { name: 'start', config: undefined }],
    [['--config', 'a.yaml'], { name: 'start', config: 'a.yaml' }],
    [['reset-password', 'admin'], { name: 'reset-password', config: undefined, username: 'admin' }],
    [
      ['reset-password', '--config', 'a.yaml', '--', '-x'],
      { name: 'reset-password', config: 'a.yaml', username: '-x' },
    ],
    [['-h', 'reset-password'], { name: 'help' }],
    [['--version'], { name: 'version' }],
  ])('%j is understood', (args, command) => {
    expect(readArguments(args)).toEqual(command)
  })

  it.each([[['--confg', 'x']], [['stop']], [['reset-password']], [['reset-password', 'a', 'b']]])(
    '%j is refused and pointed to the help',
    (args) => {
      expect(() => readArguments(args)).toThrow(UsageError)
      expect(() => readArguments(args)).toThrow('--help')
    },
  )
})

describe('the help text', () => {
  it('shows every key with its variable', () => {
    const text = helpText()
    for (const [key, { env }] of Object.entries(settings)) expect(text).toContain(`${key}  (${env})`)
  })

  it('shows both commands and the exit codes', () => {
    expect(helpText()).toMatch(/reset-password \[--config FILE] USERNAME[\s\S]*Exit codes: 0/)
  })
})
