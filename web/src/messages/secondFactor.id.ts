// Kalimat di sekitar faktor kedua dan kata sandi yang diminta lagi, dalam Bahasa Indonesia.
import type { SecondFactorMessages } from "./secondFactor.en";

export const messages = {
  title: "Faktor Kedua",
  signIn: {
    title: "Masukkan kode Anda",
    lead: "Buka aplikasi autentikator, lalu masukkan enam angka yang ditampilkan.",
    code: "Kode",
    hint: "Kode pemulihan juga bisa dipakai, satu kali.",
    submit: "Masuk",
    cancel: "Masuk sebagai orang lain",
    wrong: "Kode ini salah atau sudah dipakai",
  },
  off: {
    state: "Faktor kedua tidak aktif.",
    lead: "Jika aktif, setelah kata sandi diminta kode dari aplikasi di ponsel Anda. Orang yang mengetahui kata sandi Anda tidak dapat masuk.",
    begin: "Aktifkan",
  },
  enrol: {
    scan: "Pindai dengan aplikasi autentikator, misalnya Aegis, Google Authenticator, atau 1Password.",
    qrCode: "Kode QR untuk aplikasi autentikator",
    secret: "Atau masukkan kunci ini di aplikasi",
    code: "Enam angka yang ditampilkan aplikasi",
    submit: "Konfirmasi dan aktifkan",
  },
  codes: {
    title: "Kode pemulihan Anda",
    lead: "Setiap kode dapat dipakai masuk satu kali bila ponsel tidak ada. Kode hanya ditampilkan sekarang: simpan di tempat yang tidak ditemukan orang lain.",
    copy: "Salin kode",
    copied: "Tersalin",
    download: "Simpan sebagai berkas",
    done: "Sudah saya simpan",
  },
  on: {
    state: "Faktor kedua aktif.",
    left: (count: number) => `Tersisa ${count} kode pemulihan.`,
    renew: "Kode pemulihan baru",
    switchOff: "Nonaktifkan",
    sure: "Setelah itu kata sandi saja cukup untuk masuk, dan kode pemulihan tidak berlaku lagi.",
    off: "Faktor kedua sudah tidak aktif",
  },
  again: {
    title: "Kata sandi Anda",
    lead: "Anda masuk lebih dari 15 menit yang lalu. Masukkan kata sandi lagi untuk melanjutkan; isian Anda tidak hilang.",
    password: "Kata sandi",
    code: "Kode dari aplikasi autentikator, atau kode pemulihan",
    codeNeeded: "Sekarang kodenya",
    submit: "Lanjutkan",
  },
} satisfies SecondFactorMessages;
