import { choice, duration, flag, integer, list, off, oneOf, secret, setting, struct, text } from '../struct/index.ts'
import { noEffect } from './tcp-options.ts'
import { partialChain, tlsLogLevel, tlsVersionList } from './tls-options.ts'

/** TLS of outgoing connections. */
export const clientTls = struct(
  'emqx.ssl_client_opts',
  {
    cacertfile: setting(text(), {
      label: { en: 'CA certificates', zh: 'CA 证书' },
      help: {
        en: 'PEM file or text with the CA certificates that may sign the server certificate. If empty, the CA certificates of the operating system are used.',
        zh: '可签发服务器证书的 CA 证书的 PEM 文件或文本。留空则使用操作系统的 CA 证书。',
      },
    }),
    // EMQX prints a default but returns the field only if it was set.
    cacerts: setting(flag(), {
      wire: { default: false },
      deprecated: true,
      label: { en: 'System CA certificates', zh: '系统 CA 证书' },
      help: noEffect('Replaced by the setting CA certificates.', '已由 CA 证书取代。'),
      advanced: true,
    }),
    certfile: setting(text(), {
      label: { en: 'Certificate', zh: '证书' },
      help: {
        en: 'PEM file or text with the client certificate, if the server requires one.',
        zh: '服务器要求时出示的客户端证书的 PEM 文件或文本。',
      },
    }),
    keyfile: setting(text(), {
      label: { en: 'Private key', zh: '私钥' },
      help: { en: 'PEM file or text with the private key of the certificate.', zh: '证书对应私钥的 PEM 文件或文本。' },
    }),
    verify: setting(
      choice({
        verify_peer: { en: 'Verify certificate', zh: '验证对端证书' },
        verify_none: { en: 'Do not verify', zh: '不验证' },
      }),
      {
        default: 'verify_none',
        label: { en: 'Server certificate verification', zh: '服务器证书验证' },
        help: {
          en: 'Rejects servers whose certificate is not signed by a trusted CA or does not match the server name.',
          zh: '拒绝证书未经受信任 CA 签发或与服务器名称不符的服务器。',
        },
      },
    ),
    reuse_sessions: setting(flag(), {
      default: true,
      label: { en: 'Session reuse', zh: '会话复用' },
      help: noEffect('Skips most of the TLS handshake on reconnect.', '重新连接时跳过大部分 TLS 握手过程。'),
      advanced: true,
    }),
    depth: setting(integer(0), {
      default: 10,
      label: { en: 'Chain depth', zh: '证书链深度' },
      help: noEffect(
        'Maximum number of intermediate certificates between the server certificate and its root CA.',
        '服务器证书与根 CA 之间允许的最大中间证书数量。',
      ),
      advanced: true,
    }),
    password: setting(secret(), {
      wire: { example: '' },
      label: { en: 'Key password', zh: '私钥密码' },
      help: { en: 'Password of the private key, if it is encrypted.', zh: '私钥的密码（若已加密）。' },
    }),
    versions: setting(tlsVersionList, {
      default: ['tlsv1.3', 'tlsv1.2'],
      label: { en: 'TLS versions', zh: 'TLS 版本' },
      help: { en: 'TLS versions that may be used. They must be consecutive.', zh: '可使用的版本，须连续。' },
      advanced: true,
    }),
    ciphers: setting(list(text()), {
      default: [],
      label: { en: 'Cipher suites', zh: '加密套件' },
      help: {
        en: 'Cipher suites in order of preference. Example: ECDHE-RSA-AES256-GCM-SHA384. If empty, the standard suites are used.',
        zh: '按优先级排列的加密套件。例如 ECDHE-RSA-AES256-GCM-SHA384；为空则使用默认套件。',
      },
      advanced: true,
    }),
    secure_renegotiate: setting(flag(), {
      default: true,
      label: { en: 'Secure renegotiation', zh: '安全重协商' },
      help: noEffect(
        'Rejects renegotiation by old servers that do not support RFC 5746.',
        '拒绝不支持 RFC 5746 的旧服务器重协商。',
      ),
      advanced: true,
    }),
    log_level: tlsLogLevel,
    hibernate_after: setting(duration(), {
      default: '5s',
      wire: { example: '12m' },
      label: { en: 'Hibernate after', zh: '休眠等待时间' },
      help: noEffect(
        'Idle time after which the memory of a connection is freed.',
        '连接空闲超过此时间后释放其占用的内存。',
      ),
      advanced: true,
    }),
    partial_chain: setting(partialChain, {
      label: { en: 'Partial chain', zh: '部分证书链' },
      help: noEffect('Trusts intermediate certificates in the CA file.', '信任 CA 文件中的中间证书。'),
      advanced: true,
    }),
    verify_peer_ext_key_usage: setting(text(), {
      label: { en: 'Extended key usage', zh: '扩展密钥用途' },
      help: noEffect('Key usages that the server certificate must have.', '服务器证书必须具备的用途。'),
      advanced: true,
    }),
    enable: setting(flag(), { default: false, label: { en: 'TLS', zh: '启用 TLS' } }),
    server_name_indication: setting(oneOf(text(), off('disable')), {
      wire: { example: 'disable' },
      label: { en: 'Server name', zh: '服务器名称（SNI）' },
      help: {
        en: 'Name that the server certificate must contain, if it differs from the host in the address. If disabled, the name is not checked.',
        zh: '服务器证书中应有的名称，仅在与地址中的主机名不同时填写。关闭时不核对名称。',
      },
      advanced: true,
    }),
  },
  ({ versions }, refuse) => {
    if (versions.length === 0) refuse('versions', 'must contain at least one version')
  },
)
