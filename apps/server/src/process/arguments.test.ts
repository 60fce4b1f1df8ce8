import { describe, expect, it } from 'vitest'
import { settings } from '../config/settings.ts'
import { readArguments, UsageError } from './arguments.ts'
import { helpText } from './help-text.ts'

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
    [['--help', 'mqtt'], { name: 'help', root: 'mqtt' }],
    [['--version'], { name: 'version' }],
  ])('%j is understood', (args, command) => {
    expect(readArguments(args)).toEqual(command)
  })

  it.each([[['--confg', 'x']], [['stop']], [['reset-password']], [['reset-password', 'a', 'b']], [['--help', 'mqqt']]])(
    '%j is refused and pointed to the help',
    (args) => {
      expect(() => readArguments(args)).toThrow(UsageError)
      expect(() => readArguments(args)).toThrow('--help')
    },
  )
})

describe('the help text', () => {
  it('shows every key with its variable', () => {
    const text = helpText(undefined)
    for (const [key, { env }] of Object.entries(settings)) expect(text).toContain(`${key}  (${env})`)
  })

  it('is short, and longer for a group of settings', () => {
    expect(helpText(undefined).split('\n').length).toBeLessThan(100)
    expect(helpText('mqtt')).toContain('  mqtt.max_inflight  (MQDECK_MQTT_MAX_INFLIGHT)\n')
    expect(helpText('rewrite')).toContain('  rewrite\n')
  })

  it('shows both commands and the exit codes', () => {
    expect(helpText(undefined)).toMatch(/reset-password \[--config FILE] USERNAME[\s\S]*Exit codes: 0/)
  })
})
