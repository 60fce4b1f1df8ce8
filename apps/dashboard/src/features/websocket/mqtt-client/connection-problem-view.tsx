import { type ReasonText, reasonOf } from '@mqdeck/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import type { Value } from '../../../lib/json/value.ts'
import { Link, Notice, Stack } from '../../../ui/index.ts'
import styles from './connection-problem.module.css'
import { type ConnectionCheck, type ConnectionProblem, checksFor, type ListenerContext } from './connection-problem.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import type { MqttConnection } from './mqtt-connection.ts'
import { problemMessages } from './problem-messages.ts'
import { ProxiedCertificate } from './proxied-certificate.tsx'
import { useAddressChoices } from './use-address-choices.ts'
import { useValue } from './use-value.ts'

interface ConnectionProblemViewProps {
  readonly connection: Pick<MqttConnection, 'problem'>
  readonly settings: Pick<Value<ConnectionSettings>, 'get' | 'subscribe'>
}

/** Why the connection failed, with possible causes. Always rendered, so that screen readers announce a change. */
export function ConnectionProblemView({ connection, settings }: ConnectionProblemViewProps) {
  const problem = useValue(connection.problem)
  const currentSettings = useValue(settings)
  return (
    <div role="alert" className={styles.problems}>
      {problem && <ProblemNotice problem={problem} settings={currentSettings} />}
    </div>
  )
}

function ProblemNotice({
  problem,
  settings,
}: {
  readonly problem: ConnectionProblem
  readonly settings: ConnectionSettings
}) {
  const texts = useMessages(problemMessages)
  const { context } = useAddressChoices(settings)
  const checks = checksFor(problem, settings, context)
  const tlsListener = proxiedTlsListener(problem, context)
  const reasonString = 'text' in problem && problem.kind !== 'protocol' ? problem.text : undefined
  return (
    <Notice tone="red">
      <Stack gap={2}>
        <span className={styles.problem}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            <strong>{texts.title}.</strong> <ProblemText problem={problem} />
            {reasonString !== undefined && reasonString !== '' && ` ${texts.reasonString(reasonString)}`}
          </span>
        </span>
        {tlsListener !== undefined && <ProxiedCertificate listener={tlsListener} />}
        {checks.length > 0 && (
          <div>
            {texts.check}:
            <ul className={styles.checks}>
              {checks.map((check) => (
                <li key={check.kind}>
                  <CheckText check={check} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Stack>
    </Notice>
  )
}

/** The wss listener that the server in front of the cluster could not forward the WebSocket to. */
function proxiedTlsListener(
  { kind }: ConnectionProblem,
  { proxiedListener, listeners }: ListenerContext,
): string | undefined {
  if (kind !== 'unreachable' && kind !== 'timeout') return undefined
  return listeners?.find(({ id, type }) => id === proxiedListener && type === 'wss')?.id
}

function ProblemText({ problem }: { readonly problem: ConnectionProblem }) {
  const texts = useMessages(problemMessages)
  const locale = useLocale()
  const reasonText = (reason: ReasonText | undefined) => reason?.[locale] ?? texts.unknownCode
  switch (problem.kind) {
    case 'refused':
      return texts.refused(codeText(problem.code, problem.version), reasonText(reasonOf(problem.version, problem.code)))
    case 'disconnected':
      return texts.disconnected(codeText(problem.code, 5), reasonText(reasonOf(5, problem.code, 'disconnect')))
    case 'closedEarly':
      return texts.closedEarly(String(problem.closeCode))
    case 'lost':
      return problem.closeCode === undefined ? texts.lost : texts.lostWithCode(String(problem.closeCode))
    case 'protocol':
      return texts.protocol(problem.text)
    default:
      return texts[problem.kind]
  }
}

/** In the notation of each version: 4 or 0x86. */
const codeText = (code: number, version: number) =>
  version < 5 ? String(code) : `0x${code.toString(16).padStart(2, '0').toUpperCase()}`

function CheckText({ check }: { readonly check: ConnectionCheck }) {
  const texts = useMessages(problemMessages)
  const format = useFormat()
  const { checks } = texts
  const listenerLink = (id: string) => (
    <Link to="/listener/detail/$id" params={{ id }}>
      {texts.listenerLink(id)}
    </Link>
  )
  switch (check.kind) {
    case 'noListener':
      return (
        <WithLink link={<Link to="/listener">{texts.listeners}</Link>}>
          {checks.noListener(String(check.port), format.list(check.known.map(({ id, bind }) => `${id} (${bind})`)))}
        </WithLink>
      )
    case 'noListeners':
      return <WithLink link={<Link to="/listener">{texts.listeners}</Link>}>{checks.noListeners}</WithLink>
    case 'wrongType':
      return (
        <WithLink link={listenerLink(check.id)}>{checks.wrongType(String(check.port), check.id, check.type)}</WithLink>
      )
    case 'path':
      return <WithLink link={listenerLink(check.id)}>{checks.path(check.id, check.path)}</WithLink>
    case 'needsTls':
    case 'noTls':
      return <WithLink link={listenerLink(check.id)}>{checks[check.kind](String(check.port), check.id)}</WithLink>
    case 'disabled':
    case 'stopped':
      return <WithLink link={listenerLink(check.id)}>{checks[check.kind](check.id)}</WithLink>
    case 'certificate':
      return (
        <WithLink
          link={
            <a href={check.url} target="_blank" rel="noreferrer">
              {texts.openAddress}
            </a>
          }
        >
          {checks.certificate}
        </WithLink>
      )
    case 'credentials':
    case 'authMethod':
      return <WithLink link={<Link to="/authentication">{texts.authentication}</Link>}>{checks[check.kind]}</WithLink>
    case 'banned':
      return <WithLink link={<Link to="/banned-clients">{texts.bannedClients}</Link>}>{checks[check.kind]}</WithLink>
    default:
      return checks[check.kind]
  }
}

function WithLink({ link, children }: { readonly link: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      {children} {link}
    </>
  )
}
