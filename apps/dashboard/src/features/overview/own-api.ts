import { useAdditions } from '../../api/index.ts'

/** False once the broker is known to be EMQX, which has none of the additions. */
export const useHasOwnApi = (): boolean => useAdditions() !== 'missing'
