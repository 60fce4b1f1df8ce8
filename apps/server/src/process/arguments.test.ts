import { describe, expect, it } from 'vitest'
import { settings } from '../start-options/start-options.ts'
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
    [['--help', 'migrate'], { name: 'help', root: 'migrate' }],
    [['--version'], { name: 'version' }],
    [
      ['plugin', 'allow', './a/a_b-1.0.0.tar.gz'],
      {
        name: 'plugin',
        config: undefined,
        action: 'allow',
        plugin: 'a_b-1.0.0',
        content: { file: './a/a_b-1.0.0.tar.gz' },
      },
    ],
    [
      ['plugin', 'allow', 'a_b-1.0.0', 'A'.repeat(64)],
      {
        name: 'plugin',
        config: undefined,
        action: 'allow',
        plugin: 'a_b-1.0.0',
        content: { sha256: 'a'.repeat(64) },
      },
    ],
    [
      ['plugin', 'disallow', 'a_b-1.0.0'],
      { name: 'plugin', config: undefined, action: 'disallow', plugin: 'a_b-1.0.0' },
    ],
    [['plugin', 'list'], { name: 'plugin', config: undefined, action: 'list', plugin: '' }],
    [['plugin', 'new', 'a_b'], { name: 'plugin-project', action: 'new', subject: 'a_b' }],
    [['plugin', 'dev', './a'], { name: 'plugin-dev', config: undefined, folder: './a' }],
    [['plugin', 'dev'], { name: 'plugin-dev', config: undefined, folder: '.' }],
    [['plugin', 'pack', './a'], { name: 'plugin-project', action: 'pack', subject: './a' }],
    [
      ['migrate', '--to', 'http://emqx:18083', '--only', 'rule,connector', '--apply'],
      {
        name: 'migrate',
        config: undefined,
        to: 'http://emqx:18083',
        username: 'admin',
        apiKey: undefined,
        passwordStdin: false,
        caFile: undefined,
        apply: true,
        overwrite: false,
        only: ['rule', 'connector'],
        skip: undefined,
        json: false,
      },
    ],
  ])('%j is understood', (args, command) => {
    expect(readArguments(args)).toEqual(command)
  })

  it.each([
    [['--confg', 'x']],
    [['stop']],
    [['reset-password']],
    [['reset-password', 'a', 'b']],
    [['--help', 'mqqt']],
    [['migrate']],
    [['migrate', '--to', 'http://e', 'more']],
    [['migrate', '--to', 'http://e', '--skip', 'bananas']],
    [['migrate', '--to', 'http://e', '--username', 'a', '--api-key', 'k']],
    [['--apply']],
    [['plugin']],
    [['plugin', 'allow', 'noversion']],
    [['plugin', 'allow', 'a-1.0.0']],
    [['plugin', 'allow', 'a-1.0.0', 'short']],
    [['plugin', 'allow', 'a-1.0.0', 'a'.repeat(64), 'more']],
    [['plugin', 'allow', 'a-1.0.0.tar.gz', 'a'.repeat(64)]],
    [['plugin', 'allow', '../a-1.0.0']],
    [['plugin', 'list', 'more']],
    [['plugin', 'new', '../a']],
    [['plugin', 'pack']],
  ])('%j is rejected with a reference to the help', (args) => {
    expect(() => readArguments(args)).toThrow(UsageError)
    expect(() => readArguments(args)).toThrow('--help')
  })
})

describe('the help text', () => {
  it('shows every key with its variable', () => {
    const text = helpText(undefined)
    for (const [key, { env }] of Object.entries(settings)) expect(text).toContain(`${key}  (${env})`)
  })

  it('is short, and longer for a group of settings', () => {
    expect(helpText(undefined).split('\n').length).toBeLessThan(130)
    expect(helpText('mqtt')).toContain('  mqtt.max_inflight  (MQDECK_MQTT_MAX_INFLIGHT)\n')
    expect(helpText('rewrite')).toContain('  rewrite\n')
  })

  it('shows all commands and the exit codes', () => {
    expect(helpText(undefined)).toMatch(/reset-password \[--config FILE] USERNAME[\s\S]*migrate [\s\S]*Exit codes: 0/)
    expect(helpText('migrate')).toMatch(/--to URL[\s\S]*retained[\s\S]*Exit codes: 0/)
  })
})
