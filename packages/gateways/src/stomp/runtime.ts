import type { GatewayRuntime } from '../port.ts'
import { createSession, type StompSettings } from './session.ts'

export const runtime: GatewayRuntime<StompSettings> = {
  start: (context) => ({ accept: (channel) => createSession(context, channel) }),
}
