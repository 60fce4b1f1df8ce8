/** Configured headers in lower case, with the access control header. */
export const objectHeaders = ({
  acl,
  headers = {},
}: {
  readonly acl?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  ...(acl !== undefined && { 'x-amz-acl': acl.replaceAll('_', '-') }),
})
