import { choice, duration, flag, integer, list, nested, secret, setting, struct, text } from '../struct/index.ts'
import { noEffect } from './tcp-options.ts'

const tlsVersions = ['tlsv1.3', 'tlsv1.2', 'tlsv1.1', 'tlsv1'] as const

export const tlsVersionList = list(
  text({ pattern: /^tlsv1(?:\.[123])?$/, expects: 'one of tlsv1.3, tlsv1.2, tlsv1.1, tlsv1' }),
)

export const partialChain = choice([true, false, 'two_cacerts_from_cacertfile', 'cacert_from_cacertfile'], {
  true: { en: 'Yes', zh: '是' },
  false: { en: 'No', zh: '否' },
  two_cacerts_from_cacertfile: { en: 'Two certificates from the CA file', zh: 'CA 文件中的两个证书' },
  cacert_from_cacertfile: { en: 'One certificate from the CA file', zh: 'CA 文件中的一个证书' },
})

export const tlsLogLevel = setting(
  choice({
    emergency: { en: 'Emergency', zh: '紧急' },
    alert: { en: 'Alert', zh: '警报' },
    critical: { en: 'Critical', zh: '严重' },
    error: { en: 'Error', zh: '错误' },
    warning: { en: 'Warning', zh: '警告' },
    notice: { en: 'Notice', zh: '通知' },
    info: { en: 'Info', zh: '信息' },
    debug: { en: 'Debug', zh: '调试' },
    none: { en: 'None', zh: '无' },
    all: { en: 'All', zh: '全部' },
  }),
  {
    default: 'notice',
    label: { en: 'Log level', zh: '日志级别' },
    help: noEffect('Log level of TLS.', 'TLS 的日志级别。'),
    advanced: true,
  },
)

const certificateFields = {
  cacertfile: setting(text(), {
    default: '${EMQX_ETC_DIR}/certs/cacert.pem',
    label: { en: 'CA certificates', zh: 'CA 证书' },
    help: {
      en: 'PEM file with the CA certificates that sign client certificates. Required to verify clients.',
      zh: '签发客户端证书的 CA 证书的 PEM 文件，验证客户端证书时必需。',
    },
  }),
  certfile: setting(text(), {
    default: '${EMQX_ETC_DIR}/certs/cert.pem',
    label: { en: 'Certificate', zh: '证书' },
    help: {
      en: 'PEM file with the certificate and its intermediate certificates. Reloaded when the file changes.',
      zh: '包含证书及其中间证书的 PEM 文件，文件变化后自动重新读取。',
    },
  }),
  keyfile: setting(text(), {
    default: '${EMQX_ETC_DIR}/certs/key.pem',
    label: { en: 'Private key', zh: '私钥' },
    help: { en: 'PEM file with the private key of the certificate.', zh: '证书对应私钥的 PEM 文件。' },
  }),
  password: setting(secret(), {
    wire: { example: '' },
    label: { en: 'Key password', zh: '私钥密码' },
    help: { en: 'Password of the private key file, if it is encrypted.', zh: '私钥文件的密码（若已加密）。' },
  }),
  verify: setting(
    choice({
      verify_peer: { en: 'Verify certificate', zh: '验证对端证书' },
      verify_none: { en: 'Do not verify', zh: '不验证' },
    }),
    {
      default: 'verify_none',
      label: { en: 'Client certificate verification', zh: '客户端证书验证' },
      help: {
        en: 'Clients are asked for a certificate, which is verified with the CA certificates.',
        zh: '要求客户端出示证书，并用 CA 证书验证。',
      },
    },
  ),
}

const hibernateAfter = setting(duration(), {
  default: '5s',
  label: { en: 'Hibernate after', zh: '休眠等待时间' },
  help: noEffect(
    'Idle time after which the memory of a connection is freed.',
    '连接空闲超过此时间后释放其占用的内存。',
  ),
  advanced: true,
})

/** Shared settings of TLS servers: listeners of ssl and wss, the dashboard. */
const serverTlsFields = {
  cacertfile: certificateFields.cacertfile,
  cacerts: setting(flag(), {
    default: false,
    deprecated: true,
    label: { en: 'System CA certificates', zh: '系统 CA 证书' },
    help: noEffect('Replaced by the setting CA certificates.', '已由 CA 证书取代。'),
    advanced: true,
  }),
  certfile: certificateFields.certfile,
  keyfile: certificateFields.keyfile,
  verify: certificateFields.verify,
  reuse_sessions: setting(flag(), {
    default: true,
    label: { en: 'Session reuse', zh: '会话复用' },
    help: {
      en: 'Reconnecting clients skip most of the TLS handshake.',
      zh: '重新连接的客户端跳过大部分 TLS 握手过程。',
    },
    advanced: true,
  }),
  depth: setting(integer(0), {
    default: 10,
    label: { en: 'Chain depth', zh: '证书链深度' },
    help: {
      en: 'Maximum number of intermediate certificates between a client certificate and its root CA.',
      zh: '客户端证书与根 CA 之间允许的最大中间证书数量。',
    },
    advanced: true,
  }),
  password: certificateFields.password,
  versions: setting(tlsVersionList, {
    default: ['tlsv1.3', 'tlsv1.2'],
    label: { en: 'TLS versions', zh: 'TLS 版本' },
    help: { en: 'TLS versions that clients may use. They must be consecutive.', zh: '客户端可使用的版本，须连续。' },
  }),
  ciphers: setting(list(text()), {
    default: [],
    label: { en: 'Cipher suites', zh: '加密套件' },
    help: {
      en: 'Cipher suites in order of preference. Examples: TLS_AES_256_GCM_SHA384, ECDHE-RSA-AES256-GCM-SHA384. If empty, the standard suites are used.',
      zh: '按优先级排列的加密套件。例如 TLS_AES_256_GCM_SHA384、ECDHE-RSA-AES256-GCM-SHA384；为空则使用默认套件。',
    },
    advanced: true,
  }),
  secure_renegotiate: setting(flag(), {
    default: true,
    label: { en: 'Secure renegotiation', zh: '安全重协商' },
    help: {
      en: 'Rejects renegotiation by old clients that do not support RFC 5746.',
      zh: '拒绝不支持 RFC 5746 的旧客户端重协商。',
    },
    advanced: true,
  }),
  log_level: tlsLogLevel,
  hibernate_after: hibernateAfter,
  partial_chain: setting(partialChain, {
    label: { en: 'Partial chain', zh: '部分证书链' },
    help: {
      en: 'Trusts every certificate in the CA file directly, unless the value is No. This includes intermediate certificates.',
      zh: '除“否”以外，CA 文件中的每个证书都直接受信任。包括中间证书。',
    },
    advanced: true,
  }),
  verify_peer_ext_key_usage: setting(text(), {
    label: { en: 'Extended key usage', zh: '扩展密钥用途' },
    help: {
      en: 'Key usages that client certificates must have, separated by commas. Examples: clientAuth, OID:1.3.6.1.5.5.7.3.2.',
      zh: '客户端证书必须具备的用途，以逗号分隔。例如 clientAuth 或 OID:1.3.6.1.5.5.7.3.2。',
    },
    advanced: true,
  }),
  dhfile: setting(text(), {
    label: { en: 'DH parameters', zh: 'DH 参数' },
    help: {
      en: 'PEM file with Diffie-Hellman parameters. Without it, DHE cipher suites are not used.',
      zh: 'Diffie-Hellman 参数的 PEM 文件。不提供则不使用 DHE 套件。',
    },
    advanced: true,
  }),
  fail_if_no_peer_cert: setting(flag(), {
    default: false,
    label: { en: 'Certificate required', zh: '必须出示证书' },
    help: {
      en: 'Rejects clients without a certificate. Requires client certificate verification. Invalid certificates are always rejected.',
      zh: '拒绝未出示证书的客户端，需启用客户端证书验证。无效证书始终被拒绝。',
    },
  }),
  honor_cipher_order: setting(flag(), {
    default: true,
    label: { en: 'Server cipher order', zh: '使用服务端套件顺序' },
    help: {
      en: 'Selects cipher suites in the order of this listener instead of the order of the client.',
      zh: '按本监听器而非客户端的顺序选择加密套件。',
    },
    advanced: true,
  }),
  client_renegotiation: setting(flag(), {
    default: true,
    label: { en: 'Client renegotiation', zh: '客户端重协商' },
    help: {
      en: 'Allows clients to renegotiate, up to 3 times in 10 minutes. TLS 1.3 has no renegotiation.',
      zh: '允许客户端重协商，10 分钟内最多 3 次。TLS 1.3 没有重协商。',
    },
    advanced: true,
  }),
  handshake_timeout: setting(duration({ min: '1ms' }), {
    default: '15s',
    label: { en: 'Handshake timeout', zh: '握手超时' },
    help: { en: 'Maximum duration of the TLS handshake.', zh: 'TLS 握手的最长时间。' },
  }),
}

/** OCSP stapling: the listener proves that its certificate is not revoked (RFC 6066, 8). */
export const ocspOptions = struct(
  'emqx.ocsp',
  {
    enable_ocsp_stapling: setting(flag(), {
      default: false,
      label: { en: 'OCSP stapling', zh: 'OCSP 装订' },
      help: {
        en: 'Sends clients a proof that the certificate is not revoked. Not supported on this broker.',
        zh: '向客户端发送证书未被吊销的证明。本服务端不支持。',
      },
    }),
    responder_url: setting(text({ pattern: /^https?:\/\/\S+$/, expects: 'a URL such as http://127.0.0.1:8888' }), {
      wire: { example: 'http://127.0.0.1' },
      label: { en: 'OCSP responder', zh: 'OCSP 响应服务器' },
      help: { en: 'Address of the OCSP responder of the CA.', zh: 'CA 的 OCSP 响应服务器地址。' },
    }),
    issuer_pem: setting(text(), {
      label: { en: 'Issuer certificate', zh: '签发者证书' },
      help: { en: 'PEM file with the certificate of the issuing CA.', zh: '签发证书的 CA 证书的 PEM 文件。' },
    }),
    refresh_interval: setting(duration({ min: '1s' }), {
      default: '5m',
      label: { en: 'Refresh interval', zh: '刷新间隔' },
      help: { en: 'How often the OCSP response is fetched, at least 1 s.', zh: '获取 OCSP 响应的间隔，至少 1 秒。' },
    }),
    refresh_http_timeout: setting(duration({ min: '1ms' }), {
      default: '15s',
      label: { en: 'Refresh timeout', zh: '刷新超时' },
      help: { en: 'Maximum time to wait for the OCSP responder.', zh: '等待 OCSP 响应服务器应答的最长时间。' },
    }),
  },
  ({ enable_ocsp_stapling, responder_url, issuer_pem }, refuse) => {
    if (!enable_ocsp_stapling) return
    if (responder_url === undefined) refuse('responder_url', 'is required for OCSP stapling')
    if (issuer_pem === undefined) refuse('issuer_pem', 'is required for OCSP stapling')
  },
)

type Refuse = (field: string, reason: string) => void

interface ServerTls {
  readonly versions: readonly string[]
  readonly verify: string
  readonly fail_if_no_peer_cert: boolean
}

/** Checks across several fields of TLS server options. */
function checkServerTls({ versions, verify, fail_if_no_peer_cert }: ServerTls, refuse: Refuse): void {
  if (versions.length === 0) refuse('versions', 'must contain at least one version')
  const places = tlsVersions.flatMap((version, place) => (versions.includes(version) ? [place] : []))
  const [first = 0] = places
  if (places.some((place, index) => place !== first + index)) refuse('versions', 'must not skip a version')
  if (fail_if_no_peer_cert && verify !== 'verify_peer')
    refuse('fail_if_no_peer_cert', 'requires verify to be verify_peer')
}

/** TLS of the dashboard. */
export const dashboardTls = struct('dashboard.ssl_options', serverTlsFields, checkServerTls)

/** TLS of the gRPC server of a gateway. */
export const gatewayServerTls = struct('gateway.ssl_server_opts', serverTlsFields, checkServerTls)

/** TLS of the listeners of type wss. */
export const wssOptions = struct('emqx.listener_wss_opts', serverTlsFields, checkServerTls)

/** TLS of the listeners of type ssl. */
export const sslOptions = struct(
  'emqx.listener_ssl_opts',
  {
    ...serverTlsFields,
    gc_after_handshake: setting(flag(), {
      default: false,
      label: { en: 'Memory release after handshake', zh: '握手后回收内存' },
      help: noEffect('Frees memory after the TLS handshake.', 'TLS 握手完成后回收内存。'),
      advanced: true,
    }),
    ocsp: nested(ocspOptions, { label: { en: 'OCSP', zh: 'OCSP' }, advanced: true }),
    enable_crl_check: setting(flag(), {
      default: false,
      label: { en: 'Certificate revocation lists', zh: '证书吊销列表' },
      help: {
        en: 'Rejects client certificates that their CA has revoked. Not supported on this broker.',
        zh: '拒绝已被 CA 吊销的客户端证书。本服务端不支持。',
      },
      advanced: true,
    }),
  },
  (value, refuse) => {
    checkServerTls(value, refuse)
    if (value.enable_crl_check && value.verify !== 'verify_peer')
      refuse('enable_crl_check', 'requires verify to be verify_peer')
  },
)

/** TLS of the listeners of type quic, which is always TLS 1.3. */
export const quicTlsOptions = struct('emqx.listener_quic_ssl_opts', {
  ...certificateFields,
  hibernate_after: hibernateAfter,
})
