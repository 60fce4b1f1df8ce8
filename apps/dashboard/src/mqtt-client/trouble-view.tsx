import { type ReasonText, reasonOf } from '@mqdeck/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useLocale, useMessages } from '../i18n/index.ts'
import type { Value } from '../lib/value.ts'
import { Link, Notice, Stack } from '../ui/index.ts'
import type { MqttConnection } from './mqtt-connection.ts'
import { PassedCertificate } from './passed-certificate.tsx'
import type { ConnectionSettings } from './settings.ts'
import styles from './trouble.module.css'
import { type Check, checksFor, type Surroundings, type Trouble } from './trouble.ts'
import { troubleMessages } from './trouble-messages.ts'
import { useAddresses } from './use-addresses.ts'
import { useValue } from './use-value.ts'

interface TroubleViewProps {
  readonly connection: Pick<MqttConnection, 'trouble'>
  readonly settings: Pick<Value<ConnectionSettings>, 'get' | 'subscribe'>
}

/** Why there is no connection, and what to look at. Always there, so that it is read aloud. */
export function TroubleView({ connection, settings }: TroubleViewProps) {
  const trouble = useValue(connection.trouble)
  const wanted = useValue(settings)
  return (
    <div role="alert" className={styles.troubles}>
      {trouble && <TroubleNotice trouble={trouble} settings={wanted} />}
    </div>
  )
}

function TroubleNotice({ trouble, settings }: { readonly trouble: Trouble; readonly settings: ConnectionSettings }) {
  const texts = useMessages(troubleMessages)
  const { around } = useAddresses(settings)
  const checks = checksFor(trouble, settings, around)
  const secureListener = passedSecurely(trouble, around)
  const said = 'text' in trouble && trouble.kind !== 'protocol' ? trouble.text : undefined
  return (
    <Notice tone="red">
      <Stack gap={2}>
        <span className={styles.trouble}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            <strong>{texts.title}.</strong> <TroubleText trouble={trouble} />
            {said !== undefined && said !== '' && ` ${texts.brokersWords(said)}`}
          </span>
        </span>
        {secureListener !== undefined && <PassedCertificate listener={secureListener} />}
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

/** The wss listener to which the server could not pass the WebSocket on. */
function passedSecurely({ kind }: Trouble, { passedTo, listeners }: Surroundings): string | undefined {
  if (kind !== 'unreachable' && kind !== 'timeout') return undefined
  return listeners?.find(({ id, type }) => id === passedTo && type === 'wss')?.id
}

function TroubleText({ trouble }: { readonly trouble: Trouble }) {
  const texts = useMessages(troubleMessages)
  const locale = useLocale()
  const inWords = (reason: ReasonText | undefined) => reason?.[locale] ?? texts.unknownCode
  switch (trouble.kind) {
    case 'refused':
      return texts.refused(codeText(trouble.code, trouble.version), inWords(reasonOf(trouble.version, trouble.code)))
    case 'disconnected':
      return texts.disconnected(codeText(trouble.code, 5), inWords(reasonOf(5, trouble.code, 'disconnect')))
    case 'closedEarly':
      return texts.closedEarly(String(trouble.closeCode))
    case 'lost':
      return trouble.closeCode === undefined ? texts.lost : texts.lostWithCode(String(trouble.closeCode))
    case 'protocol':
      return texts.protocol(trouble.text)
    default:
      return texts[trouble.kind]
  }
}

/** As each version writes them: 4, and 0x86. */
const codeText = (code: number, version: number) =>
  version < 5 ? String(code) : `0x${code.toString(16).padStart(2, '0').toUpperCase()}`

function CheckText({ check }: { readonly check: Check }) {
  const texts = useMessages(troubleMessages)
  const format = useFormat()
  const { checks } = texts
  const toListener = (id: string) => (
    <Link to="/listener/detail/$id" params={{ id }}>
      {texts.toListener(id)}
    </Link>
  )
  switch (check.kind) {
    case 'noListener':
      return (
        <With link={<Link to="/listener">{texts.toListeners}</Link>}>
          {checks.noListener(String(check.port), format.list(check.known.map(({ id, bind }) => `${id} (${bind})`)))}
        </With>
      )
    case 'noListeners':
      return <With link={<Link to="/listener">{texts.toListeners}</Link>}>{checks.noListeners}</With>
    case 'wrongType':
      return <With link={toListener(check.id)}>{checks.wrongType(check.id, check.type)}</With>
    case 'path':
      return <With link={toListener(check.id)}>{checks.path(check.id, check.path)}</With>
    case 'needsTls':
    case 'noTls':
    case 'disabled':
    case 'stopped':
      return <With link={toListener(check.id)}>{checks[check.kind](check.id)}</With>
    case 'certificate':
      return (
        <With
          link={
            <a href={check.url} target="_blank" rel="noreferrer">
              {texts.openAddress}
            </a>
          }
        >
          {checks.certificate}
        </With>
      )
    case 'credentials':
    case 'authMethod':
      return <With link={<Link to="/authentication">{texts.toAuthentication}</Link>}>{checks[check.kind]}</With>
    case 'banned':
    case 'flapping':
      return <With link={<Link to="/banned-clients">{texts.toBanned}</Link>}>{checks[check.kind]}</With>
    default:
      return checks[check.kind]
  }
}

function With({ link, children }: { readonly link: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      {children} {link}
    </>
  )
}
