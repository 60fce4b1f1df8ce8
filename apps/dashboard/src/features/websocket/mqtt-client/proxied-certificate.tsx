import type { CertificateProblem, ListenerCertificate } from '@mqdeck/contract'
import { isNotFound, useData } from '../../../api/index.ts'
import { defineMessages, useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, confirm, DescriptionList, Group, Mono, Stack } from '../../../ui/index.ts'
import { listenerCertificateQuery } from '../../listeners/index.ts'
import { acceptCertificate, acceptedCertificates } from './accepted-certificates.ts'
import { useValue } from './use-value.ts'

/**
 * Shows why the server in front of the cluster rejects the certificate of a `wss` listener, and how to accept it. Empty if the
 * server has an embedded broker, or if it accepts the certificate.
 */
export function ProxiedCertificate({ listener }: { readonly listener: string }) {
  const texts = useMessages(messages)
  const { data, error } = useData(listenerCertificateQuery, { id: listener })
  const accepted = useValue(acceptedCertificates)[listener]
  if (error && !isNotFound(error)) return <div>{texts.notReadable(listener, error.message)}</div>
  if (!data || data.problems.length === 0) return null
  if (accepted === data.fingerprint) return <AcceptedCertificate listener={listener} />
  return (
    <Stack gap={2}>
      <strong>{texts.rejected(listener, data.address)}</strong>
      <ul>
        {data.problems.map((problem) => (
          <li key={problem}>{texts.problems[problem]}</li>
        ))}
        {accepted !== undefined && <li>{texts.changed}</li>}
      </ul>
      <CertificateDetails certificate={data} />
      <div>{texts.howToFix}</div>
      <Group>
        <Button size="small" onClick={() => void askToAccept(listener, data, texts)}>
          {texts.accept}
        </Button>
      </Group>
    </Stack>
  )
}

/** Shows that the user has accepted a certificate, with a button to withdraw that. */
export function AcceptedCertificate({ listener }: { readonly listener: string }) {
  const texts = useMessages(messages)
  const accepted = useValue(acceptedCertificates)[listener]
  if (accepted === undefined) return null
  return (
    <Group>
      <span>{texts.accepted(listener)}</span>
      <Button size="small" onClick={() => acceptCertificate(listener, undefined)}>
        {texts.withdraw}
      </Button>
    </Group>
  )
}

async function askToAccept(listener: string, certificate: ListenerCertificate, texts: Texts): Promise<void> {
  const isConfirmed = await confirm({
    title: texts.acceptTitle(listener),
    body: <AcceptQuestion certificate={certificate} />,
    action: texts.accept,
  })
  if (isConfirmed) acceptCertificate(listener, certificate.fingerprint)
}

function AcceptQuestion({ certificate }: { readonly certificate: ListenerCertificate }) {
  const texts = useMessages(messages)
  return (
    <Stack gap={3}>
      <div>{texts.acceptQuestion}</div>
      <CertificateDetails certificate={certificate} />
    </Stack>
  )
}

function CertificateDetails({ certificate }: { readonly certificate: ListenerCertificate }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { subject, issuer, fingerprint, not_before, not_after, reason } = certificate
  return (
    <DescriptionList
      items={[
        { label: texts.subject, value: subject },
        { label: texts.issuer, value: issuer },
        { label: texts.validity, value: `${format.dateTime(not_before)} – ${format.dateTime(not_after)}` },
        { label: texts.fingerprint, value: <Mono>{toColonPairs(fingerprint)}</Mono> },
        { label: texts.reason, value: <Mono>{reason}</Mono> },
      ]}
    />
  )
}

/** `AB:CD`, the format of other tools, to compare fingerprints. */
const toColonPairs = (digits: string) => (digits.match(/../g) ?? []).join(':').toUpperCase()

const problemsInEnglish: Readonly<Record<CertificateProblem, string>> = {
  untrusted: 'It is not signed by a certificate authority that the dashboard’s server trusts.',
  expired: 'It has expired.',
  not_yet_valid: 'It is not valid yet.',
  name: 'It is issued for another host name or address.',
}

const messages = defineMessages({
  en: {
    rejected: (listener: string, address: string) =>
      `The dashboard’s server does not accept the certificate of ${listener} at ${address}.`,
    problems: problemsInEnglish,
    changed: 'It is not the certificate that you accepted before.',
    howToFix:
      'Set MQDECK_BROKER_CA_FILE to the CA certificate of the cluster and restart the dashboard’s server, or accept this certificate for your connections through this dashboard.',
    accept: 'Accept certificate',
    acceptTitle: (listener: string) => `Accept the certificate of ${listener}?`,
    acceptQuestion:
      'Compare the fingerprint with the certificate on the node. This browser then connects through this dashboard as long as the listener has exactly this certificate.',
    accepted: (listener: string) => `You accepted the certificate of ${listener} in this browser.`,
    withdraw: 'Stop accepting certificate',
    notReadable: (listener: string, error: string) =>
      `The dashboard’s server could not read the certificate of ${listener}: ${error}`,
    subject: 'Subject',
    issuer: 'Issuer',
    validity: 'Validity period',
    fingerprint: 'SHA-256 fingerprint',
    reason: 'TLS error',
  },
  zh: {
    rejected: (listener, address) => `控制台服务端不接受监听器 ${listener}（${address}）的证书。`,
    problems: {
      untrusted: '签发该证书的 CA 不受控制台服务端信任。',
      expired: '证书已过期。',
      not_yet_valid: '证书尚未生效。',
      name: '证书是为其他主机名或地址签发的。',
    },
    changed: '该证书与你此前接受的证书不同。',
    howToFix:
      '请将 MQDECK_BROKER_CA_FILE 设为集群的 CA 证书文件，并重启控制台服务端；或者接受该证书，仅用于你通过本控制台建立的连接。',
    accept: '接受证书',
    acceptTitle: (listener) => `接受 ${listener} 的证书？`,
    acceptQuestion: '请将指纹与节点上的证书进行比对。只要监听器出示的仍是该证书，此浏览器就会通过本控制台建立连接。',
    accepted: (listener) => `你已在此浏览器中接受 ${listener} 的证书。`,
    withdraw: '取消接受',
    notReadable: (listener, error) => `控制台服务端无法读取 ${listener} 的证书：${error}`,
    subject: '主体',
    issuer: '颁发者',
    validity: '有效期',
    fingerprint: 'SHA-256 指纹',
    reason: 'TLS 错误',
  },
})

type Texts = typeof messages.en
