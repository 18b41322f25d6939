import * as z from 'zod';
import type { OutgoingProxy } from './platform/outgoing-proxy.ts';

type Given = Readonly<Record<string, string | undefined>>;

const PROXY = 'http://proxy.hospital.example:3128';

/** Other programs take an address without its protocol, so it is often written without. */
const proxyAddress = z
  .string()
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .refine((text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol), {
    error: `is not an address this setting understands: write it like ${PROXY}`,
  });

export const proxyShape = {
  HTTPS_PROXY: proxyAddress.optional(),
  HTTP_PROXY: proxyAddress.optional(),
  NO_PROXY: z.string().default(''),
};

/** Their names are also written in small letters, which count first, as with other programs. */
export const withProxyNames = (given: Given): Given => ({
  ...given,
  ...Object.fromEntries(
    Object.keys(proxyShape).flatMap((name) => {
      const value = given[name.toLowerCase()];
      return value ? [[name, value]] : [];
    }),
  ),
});

export const proxyOf = (from: z.output<z.ZodObject<typeof proxyShape>>): OutgoingProxy | null =>
  from.HTTPS_PROXY || from.HTTP_PROXY
    ? { https: from.HTTPS_PROXY ?? null, http: from.HTTP_PROXY ?? null, except: from.NO_PROXY }
    : null;
