import { ObjectId } from 'bson'
import type { Document } from './frames.ts'
import { isDocument } from './match.ts'
import { Refusal, refuse } from './refusal.ts'
import { createScramServer, type Login, type ScramServer } from './scram.ts'

/** Description of a server in its greeting. */
export interface NodeView {
  /** Additional fields of the `hello` response, of a replica set or a router. */
  readonly role: Document
  readonly isPrimary: boolean
}

/** One connection of a client to one server. */
export interface Conversation {
  /** Never rejects, because errors are responses, too. */
  answer(command: Document): Promise<Document>
}

export interface NodeContext {
  readonly login: Login
  view(): NodeView
  run(name: string, command: Document): Document
  /** Resolves when commands on documents may continue. */
  admitted(): Promise<void>
}

const greetings = ['hello', 'ismaster', 'isMaster']
/** MongoDB 7.0. */
const wireVersion = 21

export function createConversation({ login, view, run, admitted }: NodeContext): Conversation {
  let scram: ScramServer | undefined
  let isKnown = false
  let skipsEmpty = false

  return {
    async answer(command) {
      const [name = ''] = Object.keys(command)
      try {
        if (greetings.includes(name)) return greet(command)
        if (name === 'ping' || name === 'saslStart' || name === 'saslContinue') return await beforeLogin(name, command)
        if (!isKnown) refuse('Unauthorized', `Command ${name} requires authentication`)
        if (name === 'endSessions') return { ok: 1 }
        checkRole(name, command)
        await admitted()
        return run(name, command)
      } catch (error) {
        if (error instanceof Refusal) return error.toAnswer()
        throw error
      }
    },
  }

  function greet(command: Document): Document {
    const { role, isPrimary } = view()
    return {
      [command.hello ? 'isWritablePrimary' : 'ismaster']: isPrimary,
      helloOk: true,
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: wireVersion,
      readOnly: false,
      ...(command.saslSupportedMechs !== undefined && { saslSupportedMechs: ['SCRAM-SHA-256'] }),
      ...role,
      ok: 1,
    }
  }

  /** With access control, `ping` needs no authentication. */
  async function beforeLogin(name: string, command: Document): Promise<Document> {
    if (name === 'ping') return { ok: 1 }
    const message = Buffer.isBuffer(command.payload) ? command.payload.toString('utf8') : ''
    if (name === 'saslStart') return start(command, message)
    if (isKnown) return sasl('', true)
    const last = scram?.final(message)
    if (last === undefined) return refuse('AuthenticationFailed', 'Authentication failed.')
    isKnown = true
    return sasl(last, skipsEmpty)
  }

  function start(command: Document, message: string): Document {
    const isOurs = command.mechanism === 'SCRAM-SHA-256' && command.$db === 'admin'
    scram = createScramServer(login)
    skipsEmpty = isDocument(command.options) && command.options.skipEmptyExchange === true
    const challenge = isOurs ? scram.first(message) : undefined
    return challenge === undefined ? refuse('AuthenticationFailed', 'Authentication failed.') : sasl(challenge, false)
  }

  /** A secondary can only be read if the client allows it. */
  function checkRole(name: string, command: Document): void {
    if (view().isPrimary) return
    if (['insert', 'update', 'delete'].includes(name)) refuse('NotWritablePrimary', 'not primary')
    const preference = isDocument(command.$readPreference) ? command.$readPreference.mode : 'primary'
    if (preference === 'primary') refuse('NotPrimaryNoSecondaryOk', 'not primary and secondaryOk=false')
  }
}

const sasl = (payload: string, done: boolean): Document => ({
  conversationId: 1,
  done,
  payload: Buffer.from(payload),
  ok: 1,
})

/** Fields of a member of a replica set. */
export const memberRole = (
  setName: string,
  hosts: readonly string[],
  me: string,
  primary: string | undefined,
  term: number,
): NodeView => ({
  isPrimary: me === primary,
  role: {
    setName,
    setVersion: 1,
    hosts,
    me,
    secondary: me !== primary,
    ...(primary !== undefined && { primary }),
    ...(me === primary && { electionId: ObjectId.createFromTime(term) }),
  },
})
