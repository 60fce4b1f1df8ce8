/** Emulators of AWS services without types of their own. */
declare module 'dynalite' {
  import type { Server } from 'node:http'
  export default function dynalite(options?: { readonly createTableMs?: number }): Server
}
declare module 'kinesalite' {
  import type { Server } from 'node:http'
  export default function kinesalite(options?: { readonly createStreamMs?: number }): Server
}
