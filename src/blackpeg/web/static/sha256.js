// SHA-256 as in FIPS 180-4, so that a commitment can be checked on any page, also where browsers offer no crypto.

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (x) => Math.floor((x % 1) * 2 ** 32) | 0;
const K = primes.map((p) => fraction(p ** (1 / 3)));
const H = primes.slice(0, 8).map((p) => fraction(p ** (1 / 2)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** The digest of a text, in hexadecimal. */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const blocks = (bytes.length + 9 + 63) >> 6;
  const view = new DataView(new ArrayBuffer(blocks * 64));
  bytes.forEach((byte, k) => view.setUint8(k, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(blocks * 64 - 4, bytes.length * 8);
  const hash = [...H];
  for (let block = 0; block < blocks; block++) {
    const w = Array.from({ length: 16 }, (_, k) => view.getInt32(block * 64 + 4 * k));
    for (let k = 16; k < 64; k++) {
      const [a, b] = [w[k - 15], w[k - 2]];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[k] = (w[k - 16] + s0 + w[k - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let k = 0; k < 64; k++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[k] + w[k]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, k) => (hash[k] = (hash[k] + x) | 0));
  }
  return hash.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
