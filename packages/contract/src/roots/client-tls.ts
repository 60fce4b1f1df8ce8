import { choice, duration, flag, integer, list, oneOf, secret, setting, struct, symbol, text } from '../struct/index.ts'
import { noEffect } from './tcp-options.ts'

/** TLS of connections that the server makes itself. */
export const clientTls = struct(
  'emqx.ssl_client_opts',
  {
    cacertfile: setting(text(), {
      label: { en: 'CA certificates', zh: 'CA 证书' },
      help: {
        en: "PEM file (or text) with the authorities that may sign the server's certificate; without it, those of the system.",
        zh: '可签发对端服务器证书的 CA 的 PEM 文件（或文本），留空则使用系统 CA。',
      },
    }),
    // EMQX prints a default and answers the field only where it was given.
    cacerts: setting(flag(), {
      wire: { default: false },
      deprecated: true,
      label: { en: 'System authorities', zh: '系统 CA' },
      help: noEffect('Replaced by the CA certificates.', '已由 CA 证书取代。'),
      advanced: true,
    }),
    certfile: setting(text(), {
      label: { en: 'Certificate', zh: '证书' },
      help: {
        en: 'PEM file (or text) with the certificate to show, where the server asks for one.',
        zh: '对端服务器要求时出示的证书的 PEM 文件（或文本）。',
      },
    }),
    keyfile: setting(text(), {
      label: { en: 'Private key', zh: '私钥' },
      help: { en: "PEM file (or text) with the certificate's key.", zh: '证书对应私钥的 PEM 文件（或文本）。' },
    }),
    verify: setting(choice(['verify_peer', 'verify_none']), {
      default: 'verify_none',
      label: { en: 'Server certificate', zh: '服务器证书验证' },
      help: {
        en: "verify_peer refuses servers whose certificate is not signed by one of the authorities or is not the server's.",
        zh: 'verify_peer 会拒绝证书未经上述 CA 签发或与服务器名称不符的服务器。',
      },
    }),
    reuse_sessions: setting(flag(), {
      default: true,
      label: { en: 'Reuse sessions', zh: '会话复用' },
      help: noEffect('Skips most of the handshake at reconnects.', '重新连接时跳过大部分握手过程。'),
      advanced: true,
    }),
    depth: setting(integer(0), {
      default: 10,
      label: { en: 'Chain length', zh: '证书链长度' },
      help: noEffect('Certificates between a server and its authority.', '服务器证书与根 CA 之间的中间证书数量。'),
      advanced: true,
    }),
    password: setting(secret(), {
      wire: { example: '' },
      label: { en: 'Key password', zh: '私钥密码' },
      help: { en: 'Where the key is encrypted.', zh: '用于加密的私钥。' },
    }),
    versions: setting(
      list(text({ pattern: /^tlsv1(?:\.[123])?$/, expects: 'one of tlsv1.3, tlsv1.2, tlsv1.1, tlsv1' })),
      {
        default: ['tlsv1.3', 'tlsv1.2'],
        label: { en: 'TLS versions', zh: 'TLS 版本' },
        help: { en: 'Versions that may be used, without a gap between them.', zh: '可使用的版本，须连续。' },
        advanced: true,
      },
    ),
    ciphers: setting(list(text()), {
      default: [],
      label: { en: 'Cipher suites', zh: '加密套件' },
      help: {
        en: 'In order of preference, such as ECDHE-RSA-AES256-GCM-SHA384; none: the usual ones.',
        zh: '按优先级排列，例如 ECDHE-RSA-AES256-GCM-SHA384；为空则使用默认套件。',
      },
      advanced: true,
    }),
    secure_renegotiate: setting(flag(), {
      default: true,
      label: { en: 'Secure renegotiation', zh: '安全重协商' },
      help: noEffect(
        'Refuses the renegotiation of old servers that do not protect it.',
        '拒绝不支持安全重协商的旧服务器。',
      ),
      advanced: true,
    }),
    log_level: setting(
      choice(['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug', 'none', 'all']),
      {
        default: 'notice',
        label: { en: 'Log level', zh: '日志级别' },
        help: noEffect('What of TLS is logged.', 'TLS 的日志级别。'),
        advanced: true,
      },
    ),
    hibernate_after: setting(duration(), {
      default: '5s',
      wire: { example: '12m' },
      label: { en: 'Hibernate after', zh: '休眠等待时间' },
      help: noEffect('Frees memory of silent connections.', '释放静默连接占用的内存。'),
      advanced: true,
    }),
    partial_chain: setting(choice([true, false, 'two_cacerts_from_cacertfile', 'cacert_from_cacertfile']), {
      label: { en: 'Partial chain', zh: '部分证书链' },
      help: noEffect('Trusts certificates of the CA file that are no roots.', '信任 CA 文件中的非根证书。'),
      advanced: true,
    }),
    verify_peer_ext_key_usage: setting(text(), {
      label: { en: 'Extended key usage', zh: '扩展密钥用途' },
      help: noEffect("What the server's certificate must be made for.", '服务器证书必须具备的用途。'),
      advanced: true,
    }),
    enable: setting(flag(), { default: false, label: { en: 'TLS', zh: '启用 TLS' } }),
    server_name_indication: setting(oneOf(text(), symbol('disable')), {
      wire: { example: 'disable' },
      label: { en: 'Server name', zh: '服务器名称（SNI）' },
      help: {
        en: 'The name that the certificate must bear, where it is not that of the address; disable leaves the name unchecked.',
        zh: '证书中应有的名称，仅在与地址中的主机名不同时填写；disable 表示不核对名称。',
      },
      advanced: true,
    }),
  },
  ({ versions }, refuse) => {
    if (versions.length === 0) refuse('versions', 'must name at least one version')
  },
)
