import { describe, expect, test } from 'vitest'
import { pemBlocks, pemOfDer, readCertificate } from './certificate.ts'

const server = `-----BEGIN CERTIFICATE-----
MIICGzCCAcKgAwIBAgIUbn+VmBAm6eKeJxZBXFxp655cb2kwCgYIKoZIzj0EAwIw
OTELMAkGA1UEBhMCREUxETAPBgNVBAoMCMOcYmVyIEFHMRcwFQYDVQQDDA5icm9r
ZXIuZXhhbXBsZTAeFw0yNjExMjExMzMyMzNaFw0zNjExMTgxMzMyMzNaMDkxCzAJ
BgNVBAYTAkRFMREwDwYDVQQKDAjDnGJlciBBRzEXMBUGA1UEAwwOYnJva2VyLmV4
YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR8QahuutsMHlnWS91Wum0O
s5YIJvvVZeBnZD41/kGHHRA5SxS1W+m3FhoPVPXSYWZYULiKU1ic5khTDS6Y3Zh0
o4GnMIGkMB0GA1UdDgQWBBSoN4/oOhVc7l/Z15Z2Y5NaHLo5zjAfBgNVHSMEGDAW
gBSoN4/oOhVc7l/Z15Z2Y5NaHLo5zjAPBgNVHRMBAf8EBTADAQH/MFEGA1UdEQRK
MEiCDmJyb2tlci5leGFtcGxlghAqLmJyb2tlci5leGFtcGxlhwR/AAABhxAAAAAA
AAAAAAAAAAAAAAABhgxzcGlmZmU6Ly94L3kwCgYIKoZIzj0EAwIDRwAwRAIgPBPI
U9fw5ffpIpEakM9IRpjWfLO9OcPPlAQNAzl7SFsCIBdq8gSmA4ZOAMFxF3LY5tv/
xbgj96qSF5RyefmQ2yHM
-----END CERTIFICATE-----`

/** Expires after 2049, so its time is in the long format. */
const longLived = `-----BEGIN CERTIFICATE-----
MIIBcjCCARmgAwIBAgIUbbGJMCCebF4q54Y1h8xGcDcQOoIwCgYIKoZIzj0EAwIw
DjEMMAoGA1UEAwwDZmFyMCAXDTI2MTEyMTEzMzA1MloYDzIwNTkwOTI5MTMzMDUy
WjAOMQwwCgYDVQQDDANmYXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATc28np
/ot0EF9HrSM9Geh3GtAw+V/A2/Qb9u5KltgE0Pv9IZiaG9QLfe0sNsQGEene1tQe
8IwXT1s1/WIzuR04o1MwUTAdBgNVHQ4EFgQUvOgTZFBO+j29zx6jZZ/xKv4ICLww
HwYDVR0jBBgwFoAUvOgTZFBO+j29zx6jZZ/xKv4ICLwwDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNHADBEAiAEhZkTJmUyKnEfF/WBgLsAfQyJbKX8uFwrdzSJ
tJphAgIgIbr1dli7l26iftZTYmHUmtmRQtjwsIIpfNnLjCro8Nw=
-----END CERTIFICATE-----`

const read = (pem: string) => pemBlocks(pem).map(({ der }) => readCertificate(der))

describe('a certificate', () => {
  test('has subject, issuer, names and validity', () => {
    expect(read(server)).toEqual([
      {
        subject: 'CN=broker.example, C=DE, O=Über AG',
        issuer: 'CN=broker.example, C=DE, O=Über AG',
        names: ['broker.example', '*.broker.example', '127.0.0.1', '::1', 'spiffe://x/y'],
        notBefore: Date.parse('2026-11-21T13:32:33Z'),
        notAfter: Date.parse('2036-11-18T13:32:33Z'),
      },
    ])
  })

  test('may have no names and expire after 2049', () => {
    expect(read(longLived)).toEqual([
      expect.objectContaining({ subject: 'CN=far', names: [], notAfter: Date.parse('2059-09-29T13:30:52Z') }),
    ])
  })
})

describe('a PEM text', () => {
  test('may contain a chain and other text', () => {
    expect(read(`Bag Attributes\n${server}\n${longLived}\n`)).toHaveLength(2)
  })

  test('distinguishes keys and certificates', () => {
    const key = '-----BEGIN EC PRIVATE KEY-----\nAAEC\n-----END EC PRIVATE KEY-----'
    expect(pemBlocks(key).map(({ label }) => label)).toEqual(['EC PRIVATE KEY'])
  })

  test('is rejected if truncated, corrupt or empty', () => {
    const [block] = pemBlocks(server)
    if (!block) throw new Error('no block')
    for (let length = 0; length < block.der.length; length++) {
      expect(readCertificate(block.der.subarray(0, length)), String(length)).toBeUndefined()
    }
    expect(readCertificate(new Uint8Array([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]))).toBeUndefined()
    expect(pemBlocks('-----BEGIN CERTIFICATE-----\n!!\n-----END CERTIFICATE-----')).toEqual([])
    expect(pemBlocks('/etc/certs/cert.pem')).toEqual([])
  })
})

describe('a DER file', () => {
  test('of a certificate or private key is converted to PEM', () => {
    const [block] = pemBlocks(server)
    expect(block && pemOfDer(block.der)?.trim()).toBe(server)
    expect(pemOfDer(new Uint8Array([0x30, 5, 2, 1, 0, 0x30, 0]))).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    expect(pemOfDer(new Uint8Array([0x30, 5, 2, 1, 1, 4, 0]))).toMatch(/^-----BEGIN EC PRIVATE KEY-----/)
  })

  test('of other types is not converted: PKCS #12 requires its password', () => {
    expect(pemOfDer(new Uint8Array([0x30, 5, 2, 1, 3, 0x30, 0]))).toBeUndefined()
    expect(pemOfDer(new Uint8Array([1, 2, 3]))).toBeUndefined()
    expect(pemOfDer(new Uint8Array())).toBeUndefined()
  })
})
