import { useMemo, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Dim, StatusDot } from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import type { PemNode } from '../model.ts'
import { type Certificate, pemBlocks, readCertificate } from './certificate.ts'
import styles from './certificate-summary.module.css'

interface CertificateSummaryProps {
  readonly text: string
  readonly holds: PemNode['holds']
}

/** Subject, issuer and expiry of a certificate, or a warning if the text is not of the expected type. */
export function CertificateSummary({ text, holds }: CertificateSummaryProps) {
  const { certificate: texts } = useMessages(formTexts)
  const blocks = useMemo(() => pemBlocks(text), [text])
  const hasKey = blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))
  const certificates = useMemo(
    () => blocks.filter(({ label }) => label.endsWith('CERTIFICATE')).map(({ der }) => readCertificate(der)),
    [blocks],
  )
  if (holds === 'parameters') return null
  if (holds === 'key')
    return certificates.length > 0 && !hasKey ? <Warning tone="red">{texts.isCertificate}</Warning> : null
  if (certificates.length === 0 && hasKey) return <Warning tone="red">{texts.isKey}</Warning>
  const [first] = certificates
  if (!first) return <Warning tone="amber">{texts.unreadable}</Warning>
  return <Summary certificate={first} others={certificates.length - 1} />
}

function Summary({ certificate, others }: { readonly certificate: Certificate; readonly others: number }) {
  const { certificate: texts, expires } = useMessages(formTexts)
  return (
    <dl className={styles.summary}>
      <dt>{texts.subject}</dt>
      <dd>{certificate.subject || '–'}</dd>
      <dt>{texts.issuer}</dt>
      <dd>{certificate.issuer || '–'}</dd>
      {certificate.names.length > 0 && (
        <>
          <dt>{texts.names}</dt>
          <dd>{certificate.names.join(', ')}</dd>
        </>
      )}
      <dt>{expires}</dt>
      <dd>
        <Expiry {...certificate} />
      </dd>
      {others > 0 && (
        <dd className={styles.more}>
          <Dim small>{texts.more(others)}</Dim>
        </dd>
      )}
    </dl>
  )
}

const day = 86_400_000
const warningDays = 30

function Expiry({ notBefore, notAfter }: Certificate) {
  const { certificate: texts } = useMessages(formTexts)
  const format = useFormat()
  const [now] = useState(Date.now)
  const date = format.date(notAfter)
  const days = Math.floor((notAfter - now) / day)
  if (notAfter <= now) return <StatusDot tone="red">{texts.expired(date)}</StatusDot>
  if (notBefore > now) return <StatusDot tone="amber">{texts.notYet(format.date(notBefore))}</StatusDot>
  if (days <= warningDays) return <StatusDot tone="amber">{texts.expiresSoon(date, days)}</StatusDot>
  return <>{texts.expiresSoon(date, days)}</>
}

function Warning({ tone, children }: { readonly tone: 'red' | 'amber'; readonly children: string }) {
  return (
    <p className={styles.warning} role="status">
      <StatusDot tone={tone}>{children}</StatusDot>
    </p>
  )
}
