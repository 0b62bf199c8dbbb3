"""Tables of glyph names that font programs refer to without spelling them out."""

from __future__ import annotations

_STRINGS = """
    .notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus
    comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater
    question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum
    underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde
    exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft
    guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase
    quotedblright guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve dotaccent
    dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi
    lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide
    brokenbar degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright Aacute
    Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex
    Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave
    Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis
    egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute
    ucircumflex udieresis ugrave yacute ydieresis zcaron exclamsmall Hungarumlautsmall dollaroldstyle dollarsuperior
    ampersandsmall Acutesmall parenleftsuperior parenrightsuperior twodotenleader onedotenleader zerooldstyle
    oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle
    nineoldstyle commasuperior threequartersemdash periodsuperior questionsmall asuperior bsuperior centsuperior
    dsuperior esuperior isuperior lsuperior msuperior nsuperior osuperior rsuperior ssuperior tsuperior ff ffi ffl
    parenleftinferior parenrightinferior Circumflexsmall hyphensuperior Gravesmall Asmall Bsmall Csmall Dsmall Esmall
    Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall
    Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall exclamdownsmall centoldstyle
    Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall Caronsmall Dotaccentsmall Macronsmall figuredash
    hypheninferior Ogoneksmall Ringsmall Cedillasmall questiondownsmall oneeighth threeeighths fiveeighths
    seveneighths onethird twothirds zerosuperior foursuperior fivesuperior sixsuperior sevensuperior eightsuperior
    ninesuperior zeroinferior oneinferior twoinferior threeinferior fourinferior fiveinferior sixinferior
    seveninferior eightinferior nineinferior centinferior dollarinferior periodinferior commainferior Agravesmall
    Aacutesmall Acircumflexsmall Atildesmall Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall Eacutesmall
    Ecircumflexsmall Edieresissmall Igravesmall Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall
    Ogravesmall Oacutesmall Ocircumflexsmall Otildesmall Odieresissmall OEsmall Oslashsmall Ugravesmall Uacutesmall
    Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall Ydieresissmall 001.000 001.001 001.002 001.003 Black Bold
    Book Light Medium Regular Roman Semibold
"""
CFF_STRINGS: tuple[str, ...] = tuple(_STRINGS.split())
"""The standard strings of CFF, by number."""

_STANDARD_RUNS = (
    (32, 126),
    (161, 175),
    (177, 180),
    (182, 189),
    (191, 191),
    (193, 200),
    (202, 203),
    (205, 208),
    (225, 225),
    (227, 227),
    (232, 235),
    (241, 241),
    (245, 245),
    (248, 251),
)
_STANDARD_CODES = [code for first, last in _STANDARD_RUNS for code in range(first, last + 1)]

STANDARD_ENCODING: dict[int, str] = dict(zip(_STANDARD_CODES, CFF_STRINGS[1:150], strict=True))
"""Adobe's standard encoding; its names are the first CFF strings, in the order of the codes."""

_LATIN1_NAMES = dict(enumerate(CFF_STRINGS[1:96], 32)) | {0x27: "quotesingle", 0x60: "grave"}
_WINDOWS = """
    Euro . quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex perthousand Scaron guilsinglleft OE
    . Zcaron . . quoteleft quoteright quotedblleft quotedblright bullet endash emdash tilde trademark scaron
    guilsinglright oe . zcaron Ydieresis space exclamdown cent sterling currency yen brokenbar section dieresis
    copyright ordfeminine guillemotleft logicalnot hyphen registered macron degree plusminus twosuperior threesuperior
    acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters
    questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis
    Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave
    Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla
    egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex
    otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis
"""
_WINDOWS_NAMES = _WINDOWS.split()

WINDOWS_ENCODING: dict[int, str] = _LATIN1_NAMES | {
    code: name for code, name in enumerate(_WINDOWS_NAMES, 0x80) if name != "."
}
"""WinAnsiEncoding."""
