import type { IncomingMessage } from 'node:http'

const event = Symbol('signed in')

/** Reports that the caller of a request has valid credentials, before the body is read. */
export const reportSignedIn = (request: IncomingMessage): void => void request.emit(event)

export const onSignedIn = (request: IncomingMessage, listener: () => void): void => void request.once(event, listener)
