/** Whether a proxy states the client or the original request in this header. Any client can send it, too. */
export const namesClient = (name: string): boolean =>
  name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip'
