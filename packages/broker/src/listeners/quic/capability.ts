import { createRequire } from 'node:module'
import type { ListenerCapability } from '../../types.ts'

let known: ListenerCapability | undefined

/** Whether the QUIC library and its native part for this platform are installed. */
export function quicCapability(): ListenerCapability {
  known ??= find()
  return known
}

function find(): ListenerCapability {
  const { resolve } = createRequire(import.meta.url)
  const machine = `${process.platform}-${process.arch}`
  const parts = process.platform === 'darwin' ? [machine, 'darwin-universal'] : [machine]
  const isInstalled = (name: string) => {
    try {
      return resolve(name) !== ''
    } catch {
      return false // not installed, or not for this machine
    }
  }
  if (isInstalled('@matrixai/quic/package.json') && parts.some((part) => isInstalled(`@matrixai/quic-${part}`)))
    return { type: 'quic', available: true }
  const reason = `QUIC is not available on this node: there is no library for ${machine}`
  return { type: 'quic', available: false, reason }
}
