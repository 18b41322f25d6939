import { createHash } from 'node:crypto';
import { applications } from '@wardvoice/contract';
import { Invalid } from '../../platform/errors.ts';

export interface Logo {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Buffer;
  hash: string;
}

const MAX_SIDE_PIXELS = 4096;

/**
 * Reads the image in a `data:` address. Its format is taken from its first bytes, not from the media type: SVG and HTML
 * can contain scripts and are refused. Throws Invalid.
 */
export function readLogo(dataUrl: string): Logo {
  const base64 = /^data:[\w/+.-]{0,80};base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl)?.[1];
  if (!base64) throw wrong('Choose a picture from a file.');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > applications.MAX_LOGO_BYTES) throw wrong('Choose a picture of at most 0.5 MB.');
  const picture = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  if (!picture) throw wrong('This file is not a PNG, JPEG or WebP picture.');
  const { type, width, height } = picture;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE_PIXELS)
    throw wrong(`Choose a picture of at most ${MAX_SIDE_PIXELS} by ${MAX_SIDE_PIXELS} pixels.`);
  return { type, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

const wrong = (text: string) => new Invalid({ logo: [text] });

interface Picture {
  type: Logo['type'];
  width: number;
  height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads the markers up to the frame header, which has the size. */
function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const type = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { type, width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
