import { release, type } from 'node:os'
import { expect, it } from 'vitest'
import { readOperatingSystem } from './operating-system.ts'

it('is the distribution with its version, quoted or not', () => {
  const read = () =>
    'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n'
  expect(readOperatingSystem(read)).toEqual({ name: 'Debian GNU/Linux', version: '12' })
  expect(readOperatingSystem(() => 'NAME=Alpine\nPRETTY_NAME=Alpine edge\n')).toEqual({
    name: 'Alpine',
    version: 'Alpine edge',
  })
})

it('is the kernel if the distribution has no name', () => {
  const missing = () => {
    throw new Error('ENOENT')
  }
  expect(readOperatingSystem(missing)).toEqual({ name: type(), version: release() })
})
